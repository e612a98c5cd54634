// The closed list of functions and methods. Each spends work in proportion to the data it looks at, before it looks.
import { expressionError } from './expression-error.ts';
import { asNumber, asWords, isAlike, isNothing } from './read-as.ts';
import {
  isEqual,
  isPlainObject,
  limits,
  memberOf,
  ownValue,
  spend,
  tooLarge,
  toText,
  typeName,
  unitsOfMember,
  unitsOfWrittenCharacter,
  type Work,
} from './values.ts';

/** `now` is null where no time was given. */
export type CallContext = { work: Work; offset: number; now: string | null };

type FunctionSpec = {
  least: number;
  most: number;
  call: (values: readonly unknown[], context: CallContext) => unknown;
};

/** Methods with `arrow` take one arrow and are walked by the evaluator; the others are calls on plain values. */
type MethodSpec = {
  least: number;
  most: number;
  arrow: boolean;
};

export const methods: ReadonlyMap<string, MethodSpec> = new Map([
  ['map', { least: 1, most: 1, arrow: true }],
  ['filter', { least: 1, most: 1, arrow: true }],
  ['find', { least: 1, most: 1, arrow: true }],
  ['some', { least: 1, most: 1, arrow: true }],
  ['every', { least: 1, most: 1, arrow: true }],
  ['includes', { least: 1, most: 1, arrow: false }],
  ['slice', { least: 0, most: 2, arrow: false }],
  ['join', { least: 0, most: 1, arrow: false }],
]);

function needText(value: unknown, name: string, context: CallContext): string {
  if (typeof value === 'string') return value;
  throw expressionError(`${name} needs a string, not ${typeName(value)}`, context.offset);
}

function needObject(value: unknown, name: string, context: CallContext): Record<string, unknown> {
  if (!isPlainObject(value)) throw expressionError(`${name} needs an object, not ${typeName(value)}`, context.offset);
  return value;
}

function textFunction(name: string, change: (text: string) => string): FunctionSpec {
  const call: FunctionSpec['call'] = ([value], context) => {
    const text = needText(value, `${name}()`, context);
    spend(context.work, unitsOfWrittenCharacter * text.length, context.offset);
    const changed = change(text);
    if (changed.length > limits.size) throw tooLarge(context.offset);
    return changed;
  };
  return { least: 1, most: 1, call };
}

function edgeFunction(name: string, test: (text: string, part: string) => boolean): FunctionSpec {
  const call: FunctionSpec['call'] = ([value, edge], context) => {
    const text = needText(value, `${name}()`, context);
    const part = needText(edge, `${name}()`, context);
    spend(context.work, part.length, context.offset);
    return test(text, part);
  };
  return { least: 2, most: 2, call };
}

/** The worst case of a text search is every character of one text against every character of the other. */
function spendSearch(text: string, part: string, context: CallContext): void {
  const places = Math.max(text.length - part.length, 0) + 1;
  spend(context.work, 2 * places * (part.length + 1), context.offset);
}

export function hasMember(container: unknown, item: unknown, name: string, context: CallContext): boolean {
  const { work, offset } = context;
  if (typeof container === 'string') {
    const part = needText(item, `${name} on a string`, context);
    spendSearch(container, part, context);
    return container.includes(part);
  }
  if (Array.isArray(container)) {
    for (let index = 0; index < container.length; index++) {
      spend(work, unitsOfMember, offset);
      if (isEqual(container[index] ?? null, item, work, offset)) return true;
    }
    return false;
  }
  if (isPlainObject(container)) return Object.hasOwn(container, needText(item, `${name} on an object`, context));
  throw expressionError(`${name} needs a string, list or object to look in, not ${typeName(container)}`, offset);
}

function splitText(text: string, separator: string, context: CallContext): string[] {
  if (separator === '') throw expressionError('split() needs a separator that is not empty', context.offset);
  spendSearch(text, separator, context);
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    spend(context.work, unitsOfMember, context.offset);
    const at = text.indexOf(separator, from);
    if (at < 0) break;
    parts.push(text.slice(from, at));
    from = at + separator.length;
  }
  parts.push(text.slice(from));
  return parts;
}

function joinList(list: unknown, separator: unknown, name: string, context: CallContext): string {
  const { work, offset } = context;
  if (!Array.isArray(list)) throw expressionError(`${name} needs a list, not ${typeName(list)}`, offset);
  const between = separator === undefined ? ',' : needText(separator, name, context);
  let text = '';
  for (let index = 0; index < list.length; index++) {
    const part = toText(memberOf(list, index, offset), offset, work);
    spend(work, unitsOfMember + unitsOfWrittenCharacter * (part.length + between.length), offset);
    text += index === 0 ? part : between + part;
    if (text.length > limits.size) throw tooLarge(offset);
  }
  return text;
}

function sliceOf(value: unknown, from: unknown, to: unknown, context: CallContext): unknown {
  const { work, offset } = context;
  for (const bound of [from, to]) {
    if (bound !== undefined && !Number.isInteger(bound)) {
      throw expressionError(`.slice() needs whole numbers, not ${typeName(bound)}`, offset);
    }
  }
  const [start, end] = [from as number | undefined, to as number | undefined];
  if (typeof value === 'string') return value.slice(start, end);
  if (!Array.isArray(value)) throw expressionError(`.slice() needs a list or string, not ${typeName(value)}`, offset);
  const place = (bound: number) => Math.min(Math.max(bound < 0 ? bound + value.length : bound, 0), value.length);
  const taken: unknown[] = [];
  for (let index = place(start ?? 0); index < place(end ?? value.length); index++) {
    spend(work, unitsOfMember, offset);
    taken.push(memberOf(value, index, offset));
  }
  return taken;
}

function lengthOf(value: unknown, context: CallContext): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (isPlainObject(value)) return membersOf(value, context, (key) => key).length;
  throw expressionError(`len() needs a string, list or object, not ${typeName(value)}`, context.offset);
}

function membersOf<Member>(
  object: Record<string, unknown>,
  context: CallContext,
  read: (key: string) => Member,
): Member[] {
  const keys = Object.keys(object);
  spend(context.work, unitsOfMember * keys.length, context.offset);
  return keys.map(read);
}

export const functions: ReadonlyMap<string, FunctionSpec> = new Map<string, FunctionSpec>([
  ['len', { least: 1, most: 1, call: ([value], context) => lengthOf(value, context) }],
  ['contains', { least: 2, most: 2, call: ([value, item], ctx) => hasMember(value, item, 'contains()', ctx) }],
  ['startswith', edgeFunction('startswith', (text, part) => text.startsWith(part))],
  ['endswith', edgeFunction('endswith', (text, part) => text.endsWith(part))],
  ['lower', textFunction('lower', (text) => text.toLowerCase())],
  ['upper', textFunction('upper', (text) => text.toUpperCase())],
  ['trim', textFunction('trim', (text) => text.trim())],
  [
    'split',
    {
      least: 2,
      most: 2,
      call: ([text, separator], ctx) =>
        splitText(needText(text, 'split()', ctx), needText(separator, 'split()', ctx), ctx),
    },
  ],
  ['join', { least: 1, most: 2, call: ([list, separator], ctx) => joinList(list, separator, 'join()', ctx) }],
  [
    'keys',
    { least: 1, most: 1, call: ([value], ctx) => membersOf(needObject(value, 'keys()', ctx), ctx, (key) => key) },
  ],
  [
    'values',
    {
      least: 1,
      most: 1,
      call: ([value], ctx) => {
        const object = needObject(value, 'values()', ctx);
        return membersOf(object, ctx, (key) => ownValue(object, key) ?? null);
      },
    },
  ],
  ['number', { least: 1, most: 1, call: ([value], ctx) => asNumber(value, ctx) }],
  ['text', { least: 1, most: 1, call: ([value], ctx) => asWords(value, ctx) }],
  ['empty', { least: 1, most: 1, call: ([value]) => isNothing(value) }],
  ['alike', { least: 2, most: 2, call: ([a, b], ctx) => isAlike(a, b, ctx) }],
  [
    'now',
    {
      least: 0,
      most: 0,
      call: (_values, { now, offset }) => {
        if (now === null) throw expressionError('now() has no time here', offset);
        return now;
      },
    },
  ],
]);

/** The methods without an arrow. */
export function callMethod(name: string, value: unknown, values: readonly unknown[], context: CallContext): unknown {
  if (name === 'join') return joinList(value, values[0], '.join()', context);
  if (name === 'slice') return sliceOf(value, values[0], values[1], context);
  if (typeof value === 'string' || Array.isArray(value)) return hasMember(value, values[0], '.includes()', context);
  throw expressionError(`.includes() needs a list or string, not ${typeName(value)}`, context.offset);
}
