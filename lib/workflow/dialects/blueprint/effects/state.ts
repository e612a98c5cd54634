// Consequences that change the run's data or work something out.
import type { SourceNode } from '../../../source/source-tree.ts';
import { scalarFrom } from '../../borrowed-tree.ts';
import type { Fields } from '../fields.ts';
import { expressionOf, type Translation, valueIn } from '../translation.ts';
import { nativeText } from '../words/texts.ts';
import { type Consequence, effect, type Piece, storedBy, storeKeys } from './pieces.ts';

const operations: Record<string, string> = {
  set: 'set_state',
  append: 'append_state',
  push: 'append_state',
  clear: 'clear_state',
  merge: 'merge_state',
  increment: 'mutate_state',
};

function changed(
  operation: string,
  path: SourceNode | undefined,
  value: SourceNode | undefined,
  fields: Fields,
  translation: Translation,
): Piece[] | null {
  const type = operations[operation];
  const { names, locals } = translation;
  const written = path?.kind === 'scalar' ? names.write(path.text) : null;
  const field = written === null || !path ? null : nativeText(scalarFrom(path, written), { path: names.read, locals });
  if (type === undefined || field === null || !path) return null;
  const given = value ?? scalarFrom(fields.tree, operation === 'increment' ? 1 : null);
  const native = valueIn(given, translation);
  if (native === null) return null;
  if (operation === 'clear') return [effect(fields.tree, type, { field })];
  if (operation === 'increment') return [effect(fields.tree, type, { operation, field, value: native })];
  const flag = /^flags\.(\w+)$/.exec(field.text)?.[1];
  if (operation === 'set' && flag !== undefined)
    return [effect(fields.tree, 'set_flag', { flag, value: asFlag(native) })];
  return [effect(fields.tree, type, { field, value: native })];
}

/** The native language takes a boolean or a text for one; nothing is false. */
function asFlag(value: SourceNode): SourceNode {
  const isPlain = value.kind === 'scalar' && (typeof value.value === 'boolean' || typeof value.value === 'string');
  return isPlain ? value : scalarFrom(value, value.kind === 'scalar' ? Boolean(value.value) : true);
}

const by =
  (operation: string): Consequence =>
  (fields, translation) => {
    const group = fields.get('state', 'values', 'updates');
    if (!fields.has('field') && group?.value.kind === 'map') {
      const each = group.value.entries.map((one) =>
        changed(operation, scalarFrom(one, one.key), one.value, fields, translation),
      );
      return each.includes(null) ? null : each.flatMap((pieces) => pieces ?? []);
    }
    return changed(
      operation,
      fields.get('field', 'path', 'key')?.value,
      fields.get('value')?.value,
      fields,
      translation,
    );
  };

const mutateState: Consequence = (fields, translation) =>
  by(fields.text('operation', 'op') ?? 'set')(fields, translation);

const setFlag: Consequence = (fields, translation) => {
  const entry = fields.get('flag', 'name', 'field');
  if (entry?.value.kind !== 'scalar') return null;
  const found = translation.names.flag(entry.value.text);
  const value = fields.get('value')?.value ?? scalarFrom(fields.tree, true);
  if ('field' in found) return changed('set', scalarFrom(entry.value, found.field), value, fields, translation);
  const native = valueIn(value, translation);
  return (
    native && [effect(fields.tree, 'set_flag', { flag: scalarFrom(entry.value, found.flag), value: asFlag(native) })]
  );
};

const evaluate: Consequence = (fields, translation) => {
  const flag = fields.get('set_flag', 'flag');
  const expression = expressionOf(fields.get('expression', 'condition')?.value, translation);
  if (flag?.value.kind !== 'scalar') return compute(fields, translation);
  const found = translation.names.flag(flag.value.text);
  if (expression === null) return null;
  if ('field' in found) return [effect(fields.tree, 'compute', { expression, store_as: found.field })];
  return [effect(fields.tree, 'evaluate', { expression, set_flag: scalarFrom(flag.value, found.flag) })];
};

const compute: Consequence = (fields, translation) => {
  const entry = fields.get('expression', 'value');
  const stored = storedBy(fields.get(...storeKeys), fields, translation);
  if (!entry || !stored) return null;
  if (entry.value.kind === 'scalar') {
    const expression = expressionOf(entry.value, translation);
    return expression && [effect(fields.tree, 'compute', { expression, store_as: stored.name }), ...stored.after];
  }
  const value = valueIn(entry.value, translation);
  return value && [effect(fields.tree, 'set_state', { field: stored.name, value }), ...stored.after];
};

/** A time in the parts of which a file makes names: each is a piece of the ISO time. */
const timeParts: Record<string, string> = {
  YYYY: 'now()?.slice(0, 4)',
  MM: 'now()?.slice(5, 7)',
  DD: 'now()?.slice(8, 10)',
  HH: 'now()?.slice(11, 13)',
  mm: 'now()?.slice(14, 16)',
  ss: 'now()?.slice(17, 19)',
};

const setTimestamp: Consequence = (fields, translation) => {
  const stored = storedBy(fields.get(...storeKeys, 'field'), fields, translation);
  const format = fields.text('format');
  if (!stored) return null;
  if (format === null || /^iso/i.test(format)) return [effect(fields.tree, 'set_timestamp', { store_as: stored.name })];
  const parts = format.split(/(YYYY|MM|DD|HH|mm|ss)/).filter((part) => part !== '');
  if (parts.some((part) => timeParts[part] === undefined && /[A-Za-z%]{2}/.test(part))) return null;
  const expression = parts.map((part) => timeParts[part] ?? JSON.stringify(part)).join(' + ');
  return [effect(fields.tree, 'compute', { expression, store_as: stored.name })];
};

const computeHash: Consequence = (fields, translation) => {
  const stored = storedBy(fields.get(...storeKeys), fields, translation);
  const from = fields.get('from', 'content', 'input');
  if (!stored || from?.value.kind !== 'scalar') return null;
  const text = from.value.text;
  const isPath = from.key === 'from' && !text.includes('${');
  const words = scalarFrom(from.value, isPath ? text : `\`${text.replace(/[`\\]/g, '\\$&')}\``);
  const whole = /^\$\{([^}]*)\}$/.exec(text)?.[1];
  const expression = expressionOf(whole === undefined ? words : scalarFrom(from.value, whole), translation);
  return (
    expression && [effect(fields.tree, 'compute_hash', { from: expression, store_as: stored.name }), ...stored.after]
  );
};

const checkpoint =
  (type: string, isLast: boolean): Consequence =>
  (fields, translation) => {
    const name = fields.get('name', 'checkpoint');
    const words = name && valueIn(name.value, translation);
    if (!words) return null;
    return [{ ...effect(fields.tree, type, { name: words }), isLast } as Piece];
  };

export const stateConsequences: Record<string, Consequence> = {
  set_state: by('set'),
  append_state: by('append'),
  clear_state: by('clear'),
  merge_state: by('merge'),
  mutate_state: mutateState,
  set_flag: setFlag,
  evaluate,
  compute,
  set_timestamp: setTimestamp,
  compute_hash: computeHash,
  create_checkpoint: checkpoint('create_checkpoint', false),
  rollback_checkpoint: checkpoint('rollback_checkpoint', true),
};
