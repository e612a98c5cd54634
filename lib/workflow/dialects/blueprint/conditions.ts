// A blueprint's preconditions as native ones. One that nothing can look up for sure (an account that is signed in, a
// network) is null: then a person is asked.
import { childOf, type SourceMap, type SourceNode } from '../../source/source-tree.ts';
import { listFrom, mapFrom, type Part, scalarFrom } from '../borrowed-tree.ts';
import { type Fields, fieldsOf, itemsOf } from './fields.ts';
import { expressionOf, type Translation, textOf, valueIn } from './translation.ts';
import { nativeExpression } from './words/expression.ts';

type Condition = SourceNode | null;
type Check = (fields: Fields, translation: Translation) => Condition;

const together: Record<string, string> = { all: 'all_of', any: 'any_of', none: 'none_of', xor: 'xor_of' };

export function conditionOf(node: SourceNode | undefined, translation: Translation): Condition {
  if (node?.kind === 'scalar') return expressionOf(withoutBraces(node), translation);
  if (node?.kind === 'list') return combined('all_of', node, node, translation);
  if (!node) return null;
  const fields = fieldsOf(node);
  if (fields.type === '') {
    const word = Object.keys(together).find((key) => fields.has(key));
    if (word !== undefined) return combined(together[word] as string, childOf(node, word), node, translation);
    if (fields.has('expression')) return byExpression(fields, translation);
    return null;
  }
  const check = Object.hasOwn(checks, fields.type) ? checks[fields.type] : undefined;
  const made = check?.(fields, translation) ?? null;
  fields.get('error_message', 'message');
  if (made) fields.warnUnused(translation);
  return made;
}

/** A condition that is nothing but `${…}` is what is inside. */
function withoutBraces(node: SourceNode & { kind: 'scalar' }): SourceNode {
  const whole = /^\s*\$\{([^{}]*)\}\s*$/.exec(node.text)?.[1];
  return whole === undefined ? node : scalarFrom(node, whole);
}

function combined(type: string, list: SourceNode | undefined, origin: SourceNode, translation: Translation): Condition {
  const conditions = itemsOf(list).map((one) => conditionOf(one, translation));
  if (conditions.includes(null)) return null;
  return mapFrom(origin, { type, conditions: listFrom(origin, conditions as SourceNode[]) });
}

const combination =
  (type: string): Check =>
  (fields, translation) =>
    combined(type, fields.get('conditions', 'preconditions', 'condition')?.value, fields.tree, translation);

const composite: Check = (fields, translation) =>
  combination(together[fields.text('operator') ?? 'all'] ?? 'all_of')(fields, translation);

const made = (fields: Fields, type: string, parts: Record<string, Part>): SourceMap =>
  mapFrom(fields.tree, { type, ...parts });

/** A path of the run's data, where one that leads nowhere is null. */
function fieldOf(fields: Fields, translation: Translation, ...keys: string[]): Part | null {
  const entry = fields.get(...keys);
  const text = textOf(entry?.value);
  if (!entry || text === null) return null;
  const native = nativeExpression(text.replace(/^\$\{([^}]*)\}$/, '$1'), translation.names.read, translation.locals);
  return native === null ? null : { ...entry, value: scalarFrom(entry.value, native) };
}

const flag =
  (type: string, isSet: boolean): Check =>
  (fields, { names }) => {
    const found = names.flag(fields.text('flag', 'name') ?? '');
    if (!('field' in found)) return made(fields, type, { flag: found.flag });
    const path = nativeExpression(found.field, names.read);
    return path === null ? null : made(fields, 'state_check', { field: path, operator: isSet ? 'true' : 'false' });
  };

const field =
  (type: string): Check =>
  (fields, translation) => {
    const path = fieldOf(fields, translation, 'field', 'path', 'from');
    return path === null ? null : made(fields, type, { field: path });
  };

const stateEquals: Check = (fields, translation) => {
  const path = fieldOf(fields, translation, 'field', 'path');
  const value = valueIn(fields.get('value')?.value ?? scalarFrom(fields.tree, null), translation);
  return path === null || value === null ? null : made(fields, 'state_equals', { field: path, value });
};

const count =
  (type: string, key: string, sign: string): Check =>
  (fields, translation) => {
    const path = fieldOf(fields, translation, 'field', 'path');
    const entry = fields.get(key, 'count', 'value', 'threshold');
    if (path === null || entry?.value.kind !== 'scalar') return null;
    if (Number.isInteger(entry.value.value) && Number(entry.value.value) >= 0)
      return made(fields, type, { field: path, [key]: entry });
    const most = nativeExpression(entry.value.text.replace(/^\$\{([^}]*)\}$/, '$1'), translation.names.read);
    const list = (path as { value: { text: string } }).value.text;
    return most === null ? null : scalarFrom(fields.tree, `len(${list} ?? []) ${sign} number(${most})`);
  };

const operators: Record<string, string> = {
  equals: 'equals',
  eq: 'equals',
  '==': 'equals',
  not_equals: 'not_equals',
  neq: 'not_equals',
  '!=': 'not_equals',
  null: 'null',
  is_null: 'null',
  not_null: 'not_null',
  is_not_null: 'not_null',
  exists: 'not_null',
  true: 'true',
  is_true: 'true',
  false: 'false',
  is_false: 'false',
  in: 'in',
};
const comparisons: Record<string, string> = {
  greater_than: '>',
  gt: '>',
  less_than: '<',
  lt: '<',
  gte: '>=',
  lte: '<=',
  '>': '>',
  '<': '<',
  '>=': '>=',
  '<=': '<=',
};

const stateCheck: Check = (fields, translation) => {
  const path = fieldOf(fields, translation, 'field', 'path');
  const written = fields.get('operator', 'op');
  const word = textOf(written?.value) ?? '';
  const value = valueIn(fields.get('value')?.value ?? scalarFrom(fields.tree, null), translation);
  if (path === null || value === null) return null;
  const text = (path as { value: { text: string } }).value.text;
  const sign = comparisons[word];
  const literal = value.kind === 'scalar' ? JSON.stringify(value.value) : null;
  if (sign !== undefined && literal !== null) return scalarFrom(fields.tree, `${text} ${sign} ${literal}`);
  if (word === 'contains' && literal !== null) return scalarFrom(fields.tree, `contains(${text}, ${literal})`);
  if (word === 'empty' || word === 'is_empty') return scalarFrom(fields.tree, `empty(${text})`);
  if (word === 'not_empty') return scalarFrom(fields.tree, `!empty(${text})`);
  const operator = operators[word === '' ? 'null' : word];
  if (operator === undefined) return null;
  const takesValue = ['equals', 'not_equals', 'in'].includes(operator);
  return made(fields, 'state_check', { field: path, operator, value: takesValue ? value : undefined });
};

const byExpression: Check = (fields, translation) => {
  const expression = fields.get('expression', 'condition')?.value;
  if (expression?.kind !== 'scalar') return null;
  return expressionOf(withoutBraces(expression), translation);
};

const outside =
  (type: string, key: string, ...others: string[]): Check =>
  (fields, translation) => {
    const entry = fields.get(key, ...others);
    const value = entry && valueIn(entry.value, translation);
    return value ? made(fields, type, { [key]: value }) : null;
  };

const toolCheck: Check = (fields, translation) => {
  const capability = fields.text('capability') ?? 'available';
  const args = fields.get('args')?.value;
  if (capability === 'available') return outside('tool_available', 'tool', 'name')(fields, translation);
  const version =
    childOf(args, 'min_version') ?? childOf(args, 'version') ?? fields.get('min_version', 'version')?.value;
  const tool = fields.get('tool');
  if (capability !== 'version_gte' || !version || !tool) return null;
  return made(fields, 'tool_check', { tool, capability, args: mapFrom(version, { version }) });
};

const pathCheck: Check = (fields, translation) => {
  const path = fields.get('path');
  const check = fields.text('check', 'aspect') ?? 'exists';
  const args = fields.get('args')?.value;
  const value = path && valueIn(path.value, translation);
  const given = childOf(args, 'pattern') ?? childOf(args, 'text') ?? fields.get('pattern', 'text')?.value;
  const text = given && valueIn(given, translation);
  if (!value || !['exists', 'is_file', 'is_directory', 'contains_text'].includes(check)) return null;
  if (check === 'contains_text' && !text) return null;
  return made(fields, 'path_check', { path: value, check, args: text ? mapFrom(fields.tree, { text }) : undefined });
};

const fileOf =
  (name: string, text?: string): Check =>
  (fields, { survey }) => {
    const folders = survey.folder === '' ? ['', 'data/'] : [survey.folder];
    const conditions = folders.map((folder) =>
      text === undefined
        ? made(fields, 'file_exists', { path: `${folder}${name}` })
        : made(fields, 'path_check', {
            path: `${folder}${name}`,
            check: 'contains_text',
            args: mapFrom(fields.tree, { text }),
          }),
    );
    return conditions.length === 1
      ? (conditions[0] as SourceNode)
      : made(fields, 'any_of', { conditions: listFrom(fields.tree, conditions) });
  };

/** A source is known when the configuration that was read has it, and cloned when its folder is there. */
const source =
  (fixed?: string): Check =>
  (fields, translation) => {
    const id = fields.get('id', 'source_id');
    const aspect = fixed ?? fields.text('aspect') ?? 'exists';
    const text = textOf(id?.value);
    if (!id || text === null) return null;
    if (aspect === 'cloned') {
      const path = valueIn(scalarFrom(id.value, `.source/${text}`), translation);
      return path && made(fields, 'directory_exists', { path });
    }
    const wanted = nativeExpression(
      `\`${text.replace(/[`\\]/g, '\\$&')}\``,
      translation.names.read,
      translation.locals,
    );
    if (aspect !== 'exists' || wanted === null) return null;
    return scalarFrom(
      fields.tree,
      `(computed?.${translation.survey.config}?.sources ?? []).some(one => one?.id == ${wanted})`,
    );
  };

const fetched =
  (type: string): Check =>
  (fields, translation) => {
    const from = fieldOf(fields, translation, 'from', 'field');
    const aspect = fields.get('aspect');
    return from === null ? null : made(fields, type, { from, aspect: type === 'fetch_check' ? aspect : undefined });
  };

const logState =
  (fixed?: string): Check =>
  (fields, { names }) => {
    const aspect = fixed ?? fields.text('aspect') ?? 'initialized';
    const log = names.write('log') ?? 'log';
    fields.get('level');
    if (aspect.includes('level')) return scalarFrom(fields.tree, 'true');
    return made(fields, 'state_not_null', { field: aspect === 'finalized' ? `${log}?.ended_at` : `(${log} ?? null)` });
  };

const checks: Record<string, Check> = {
  all_of: combination('all_of'),
  any_of: combination('any_of'),
  none_of: combination('none_of'),
  not: combination('none_of'),
  xor_of: combination('xor_of'),
  composite,
  evaluate_expression: byExpression,
  flag_set: flag('flag_set', true),
  flag_not_set: flag('flag_not_set', false),
  state_equals: stateEquals,
  state_not_null: field('state_not_null'),
  state_is_null: field('state_is_null'),
  state_check: stateCheck,
  count_equals: count('count_equals', 'count', '=='),
  count_above: count('count_above', 'min', '>'),
  count_below: count('count_below', 'max', '<'),
  tool_available: outside('tool_available', 'tool', 'name'),
  tool_check: toolCheck,
  python_module_available: outside('python_module_available', 'module', 'name'),
  file_exists: outside('file_exists', 'path', 'file'),
  directory_exists: outside('directory_exists', 'path', 'directory'),
  path_check: pathCheck,
  config_exists: fileOf('config.yaml'),
  index_exists: fileOf('index.md'),
  index_is_placeholder: fileOf('index.md', 'Run hiivmind-corpus-build'),
  source_exists: source('exists'),
  source_cloned: source('cloned'),
  source_has_updates: source('has_updates'),
  source_check: source(),
  fetch_succeeded: fetched('fetch_succeeded'),
  fetch_returned_content: fetched('fetch_returned_content'),
  fetch_check: fetched('fetch_check'),
  log_initialized: logState('initialized'),
  log_finalized: logState('finalized'),
  log_level_enabled: logState('level_enabled'),
  log_state: logState(),
};
