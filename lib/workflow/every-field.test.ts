// Every key of the language, found by walking the schemas that read a file: each stands in an example that loads (so that
// a new key without one fails here), and a wrong value for it is refused by name and at its place.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isMap, LineCounter, parse, parseDocument, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { z } from 'zod';
import type { FieldKind } from '../nodes/contract/field-kinds.ts';
import { markedFields } from '../nodes/contract/marked-fields.ts';
import { nodeDefinitions } from '../nodes/index.ts';
import { nodeGateSpec } from '../nodes/parts/gate-spec.ts';
import { type InputType, inputTypes, scopeNames } from './graph.ts';
import { workflowJsonSchema } from './json-schema.ts';
import { loadWorkflow } from './load.ts';
import { describeProblem } from './problems/problem.ts';
import { commonSchema, fileSchema } from './schema.ts';
import { pathText } from './source/source-tree.ts';

type Path = (string | number)[];
type Schema = z.core.$ZodType;
type Group = Record<string, unknown>;
/** A key of an object schema, where an example has it. */
type Found = { owner: Schema; key: string; path: Path; schema: Schema };

const examples = readFileSync(new URL('./every-field.yaml', import.meta.url), 'utf8').split(/^---\n/m);
const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Definition = {
  type: string;
  shape?: Record<string, Schema>;
  options?: Schema[];
  innerType?: Schema;
  element?: Schema;
  valueType?: Schema;
  getter?: () => Schema;
};
const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition;

function unwrap(schema: Schema): Schema {
  const { innerType, getter } = definitionOf(schema);
  return innerType || getter ? unwrap((innerType ?? getter?.()) as Schema) : schema;
}

/** The keys below a value that its schema knows. */
function walk(wrapped: Schema, value: unknown, path: Path): Found[] {
  const schema = unwrap(wrapped);
  const { shape, options, element, valueType } = definitionOf(schema);
  if (options) return options.filter((one) => z.safeParse(one, value).success).flatMap((one) => walk(one, value, path));
  if (element && Array.isArray(value)) return value.flatMap((item, index) => walk(element, item, [...path, index]));
  if (!isGroup(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, key];
    const child = shape?.[key] ?? valueType;
    if (!child) return [];
    const own = shape?.[key] ? [{ owner: schema, key, path: at, schema: unwrap(child) }] : [];
    return [...own, ...walk(child, inner, at)];
  });
}

function keysIn(file: Group): Found[] {
  const nodes = Object.entries(file.nodes as Record<string, Group & { type: keyof typeof nodeDefinitions }>);
  return [
    ...walk(fileSchema, file, []),
    ...nodes.flatMap(([id, node]) => {
      const { fields } = nodeDefinitions[node.type];
      const own = Object.keys(definitionOf(fields).shape ?? {});
      const shared = Object.fromEntries(Object.entries(node).filter(([key]) => !own.includes(key)));
      const rest = Object.fromEntries(Object.entries(node).filter(([key]) => own.includes(key)));
      const { gate = [] } = node;
      const gates = Array.isArray(gate) ? gate.map((one, index) => [one, ['gate', index]]) : [[gate, ['gate']]];
      return [
        ...walk(commonSchema, shared, ['nodes', id]),
        ...walk(fields, rest, ['nodes', id]),
        ...gates.flatMap(([one, at]) => walk(nodeGateSpec, one, ['nodes', id, ...(at as Path)])),
      ];
    }),
  ];
}

/** Told by its `type` where it has one: a check inside of a combination is the same check. */
function siteOf(owner: Schema, key: string): string {
  const { shape = {} } = definitionOf(owner);
  const [literal] = (shape.type && (unwrap(shape.type)._zod.values ?? [])) || [];
  return `${literal === undefined ? idOf(owner) : String(literal)}.${key}`;
}

const ids = new Map<Schema, number>();
function idOf(schema: Schema): string {
  if (!ids.has(schema)) ids.set(schema, ids.size);
  return `{ ${Object.keys(definitionOf(schema).shape ?? {}).join(' ')} } #${ids.get(schema)}`;
}

/** Every key that any schema below this one knows. */
function sitesBelow(wrapped: Schema, seen = new Set<Schema>()): string[] {
  const schema = unwrap(wrapped);
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { shape = {}, options = [], element, valueType } = definitionOf(schema);
  const below = [...Object.values(shape), ...options, ...(element ? [element] : []), ...(valueType ? [valueType] : [])];
  return [
    ...Object.keys(shape).map((key) => siteOf(schema, key)),
    ...below.flatMap((child) => sitesBelow(child, seen)),
  ];
}

/** They are part of the language only to be refused in words of their own. */
const refused = /^(network_available|inline)\./;

const files = examples.map((text) => parse(text, { schema: 'core' }) as Group);
const found = files.flatMap((file) => keysIn(file).map((one) => ({ ...one, file, site: siteOf(one.owner, one.key) })));
const firsts = [...new Map(found.toReversed().map((one) => [one.site, one])).values()].toReversed();

it.each(examples.map((text) => [/^name: (.*)$/m.exec(text)?.[1], text]))('%s: loads and fits the schema', (_, text) => {
  const { problems } = loadWorkflow(text as string);
  expect(problems.map((problem) => describeProblem(problem))).toEqual([]);
  const isValid = new Ajv2020({ allowUnionTypes: true, strictTypes: false }).compile(workflowJsonSchema());
  expect([isValid(parse(text as string, { schema: 'core' })), isValid.errors]).toEqual([true, null]);
});

it('every key of the language has an example', () => {
  const roots = [fileSchema, commonSchema, nodeGateSpec, ...Object.values(nodeDefinitions).map(({ fields }) => fields)];
  const sites = new Set(roots.flatMap((root) => sitesBelow(root)).filter((site) => !refused.test(site)));
  const shown = new Set(found.map(({ site }) => site));
  expect([...sites].filter((site) => !shown.has(site))).toEqual([]);
});

/** A value that cannot be meant: of another kind, or, where every kind is right, a reference to nothing. */
function wrongFor({ schema, key, owner }: Found): unknown {
  const { type } = definitionOf(schema);
  if (type === 'string') return ['wrong'];
  if (type === 'union') return z.safeParse(schema, { wrong: true }).success ? ['wrong'] : { wrong: true };
  if (type !== 'unknown') return 'wrong';
  return owner === fileSchema || key === 'default' ? 'wrong' : '${wrong}';
}

/** The example with another value at one place, and what is wrong there; `isNamed` when that is told of this very place. */
function refuse(file: Group, path: Path, value: unknown, word: string) {
  const document = parseDocument(JSON.stringify(file));
  document.setIn(path, value);
  const text = JSON.stringify(document.toJS(), null, 1);
  const lineCounter = new LineCounter();
  const parsed = parseDocument(text, { lineCounter });
  const holder = parsed.getIn(path.slice(0, -1), true) as YAMLMap<Scalar<string>, Scalar> | YAMLSeq<Scalar>;
  const pair = isMap(holder) ? holder.items.find(({ key }) => key.value === path.at(-1)) : undefined;
  const written = (pair?.value ?? parsed.getIn(path, true)) as Scalar;
  const [start, end] = [pair?.key.range?.[0] ?? written.range?.[0] ?? 0, written.range?.[1] ?? 0];
  const problems = loadWorkflow(text).problems.filter(({ severity }) => severity === 'error');
  const isNamed = problems.some(({ message, path: at, line, column }) => {
    const offset = (lineCounter.lineStarts[line - 1] ?? 0) + column - 1;
    return message.includes(word) && at.startsWith(pathText(path)) && start <= offset && offset < end;
  });
  return { isNamed, told: `${text}\n${problems.map((problem) => describeProblem(problem)).join('\n')}` };
}

describe('a wrong value is refused by the name of its field and at its place', () => {
  it.each(firsts.map((one) => [pathText(one.path), one] as const))('%s', (_, one) => {
    const { isNamed, told } = refuse(one.file, one.path, wrongFor(one), one.key);
    expect(isNamed, told).toBe(true);
  });
});

/** Where the examples have fields of a kind, those that every node has included. */
function placesOf(kind: FieldKind): [text: string, path: Path, file: Group][] {
  return files.flatMap((file) =>
    Object.entries(file.nodes as Record<string, Group & { type: keyof typeof nodeDefinitions }>).flatMap(
      ([id, node]) => {
        const { fields } = nodeDefinitions[node.type];
        const own = Object.keys(definitionOf(fields).shape ?? {});
        const [mine = [], others = []] = [true, false].map((isOwn) =>
          Object.entries(node).filter(([key]) => own.includes(key) === isOwn),
        );
        return [
          ...markedFields(fields, fields.parse(Object.fromEntries(mine))),
          ...markedFields(commonSchema, commonSchema.parse(Object.fromEntries(others))),
        ]
          .filter((field) => field.kind === kind)
          .map(({ at }) => [pathText(['nodes', id, ...at]), ['nodes', id, ...at], file]);
      },
    ),
  );
}

describe('a target that does not exist is refused at its place', () => {
  it.each(placesOf('target'))('%s', (_, path, file) => {
    const { isNamed, told } = refuse(file, path, 'nowhere', 'nowhere');
    expect(isNamed, told).toBe(true);
  });
});

describe('an expression about nothing is refused at its place', () => {
  // Flags that nothing sets are a warning, as everything below `flags` and `computed`.
  const isFlag = (path: Path) => path.at(-1) === 'flag';
  it.each(placesOf('expression').filter(([, path]) => !isFlag(path)))('%s', (_, path, file) => {
    const { isNamed, told } = refuse(file, path, 'nowhere', 'nowhere');
    expect(isNamed, told).toBe(true);
  });
});

const withNode = (fields: string) =>
  `gatehouse: 1\nname: a\nnodes: { a: { type: cli, command: [ls], ${fields} }, z: { type: end } }\n`;
const errorsOf = (text: string) => loadWorkflow(text).problems.filter(({ severity }) => severity === 'error');

it.each(['z', 'next', 'complete', 'fail', 'escalate', '"${a.stdout}"'])('%s is a target', (target) => {
  expect(errorsOf(withNode(`next: ${target}`))).toEqual([]);
});

it.each([...scopeNames])('%s can be read, and a slip in it is found', (name) => {
  expect(errorsOf(withNode(`save: { x: "\${${name}}" }`))).toEqual([]);
  const [slip] = errorsOf(withNode(`save: { x: "\${${name}s_}" }`));
  expect(slip).toMatchObject({ line: 3, path: 'nodes.a.save.x', message: expect.stringContaining(`"${name}s_"`) });
});

/** A default that fits and one that does not; json takes all, file and secret none. */
const defaults: Record<InputType, [right: string | null, wrong: string | null]> = {
  string: ['a', '[a]'],
  text: ['a', '[a]'],
  number: ['1.5', 'a'],
  integer: ['1', '1.5'],
  boolean: ['true', 'a'],
  choice: ['a, choices: [a]', 'b, choices: [a]'],
  list: ['[a]', '5'],
  json: ['{ a: 1 }', null],
  file: [null, 'a'],
  secret: [null, 'abcdef'],
};

it.each(inputTypes)('an input of type %s takes a default that fits and no other', (type) => {
  const errors = (rest: string | null) =>
    errorsOf(
      `gatehouse: 1\nname: a\ninputs: { i: { type: ${type}${rest === null ? '' : `, default: ${rest}`} } }\nnodes: { z: { type: end } }\n`,
    );
  const [right, wrong] = defaults[type];
  expect(errors(right)).toEqual([]);
  if (wrong !== null) expect(errors(wrong)).toEqual([expect.objectContaining({ line: 3, path: 'inputs.i.default' })]);
});
