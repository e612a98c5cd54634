// What a blueprint's file says about its data before anything of it is translated: which fields its state begins with,
// which paths its consequences set, which of its flags are no flags, and what it calls its configuration.
import { childOf, entryOf, type SourceMap, type SourceNode, toValue } from '../../../source/source-tree.ts';
import { declaredInputs } from './declared-inputs.ts';
import { assignedIn } from './prose.ts';

export type Survey = {
  /** Fields of the state besides `flags` and `computed`. */
  fields: Set<string>;
  /** Roots that a consequence stores a result under. */
  stored: Set<string>;
  /** Roots that a consequence sets as fields of the state. */
  set: Set<string>;
  /** Names below `computed` and below `flags`. */
  computed: Set<string>;
  flags: Set<string>;
  /** Flags that hold something else than true and false. */
  notFlags: Set<string>;
  inputs: Set<string>;
  /** The ids of all nodes and endings. */
  ids: Set<string>;
  /** Where the configuration that was read is kept. */
  config: string;
  /** The folder of the configuration: older files keep it in `data/`. */
  folder: string;
};

const storing = ['store_as', 'store_in', 'collect_as', 'store_path_as'];

export function surveyOf(root: SourceMap): Survey {
  const state = childOf(root, 'initial_state');
  const keys = (node: SourceNode | undefined) => (node?.kind === 'map' ? node.entries.map(({ key }) => key) : []);
  const flags = childOf(state, 'flags');
  const survey: Survey = {
    fields: new Set(keys(state).filter((key) => key !== 'flags' && key !== 'computed')),
    stored: new Set(),
    set: new Set(),
    computed: new Set(keys(childOf(state, 'computed'))),
    flags: new Set(keys(flags)),
    notFlags: new Set(
      flags?.kind === 'map' ? flags.entries.flatMap((one) => (isWord(one.value) ? [one.key] : [])) : [],
    ),
    inputs: new Set(declaredInputs(root).map(({ key }) => key)),
    ids: new Set([...keys(childOf(root, 'nodes')), ...keys(childOf(root, 'endings'))]),
    config: 'config',
    folder: '',
  };
  if (childOf(root, 'imports')) survey.stored.add('imports');
  for (const map of mapsIn(root)) surveyMap(map, survey);
  return survey;
}

/** Neither a boolean nor nothing. */
function isWord(node: SourceNode): boolean {
  return node.kind !== 'scalar' || (typeof node.value !== 'boolean' && node.value !== null);
}

export function* mapsIn(node: SourceNode): Generator<SourceMap> {
  if (node.kind === 'scalar') return;
  if (node.kind === 'map') yield node;
  for (const child of node.kind === 'list' ? node.items : node.entries.map(({ value }) => value)) yield* mapsIn(child);
}

const textAt = (node: SourceNode, key: string): string | null => {
  const found = childOf(node, key);
  return found?.kind === 'scalar' && typeof found.value === 'string' ? found.value : null;
};

export const plainPath = (path: string) =>
  path
    .trim()
    .replace(/^\$\{\s*([\w.]+)\s*\}$/, '$1')
    .replace(/^state\./, '');

function surveyMap(map: SourceMap, survey: Survey): void {
  const type = textAt(map, 'type') ?? '';
  for (const { value } of map.entries) {
    if (value.kind === 'scalar' && /(^|[\s'"/])data\/(config|index|uploads)/.test(value.text)) survey.folder = 'data/';
  }
  const rootOf = (path: string | null) => (path === null ? '' : (plainPath(path).split(/[.[]/)[0] ?? ''));
  const add = (set: Set<string>, path: string | null) => {
    const [root = '', second = ''] = plainPath(path ?? '').split(/[.[]/);
    if (root === 'computed' || root === 'flags') survey[root].add(second);
    else if (/^[A-Za-z_]\w*$/.test(root)) set.add(root);
  };
  for (const key of storing) if (type !== 'confirm') add(survey.stored, textAt(map, key));
  if (/^(set|append|clear|merge|mutate)_state$/.test(type)) add(survey.set, textAt(map, 'field'));
  if (type === 'read_config' || type === 'load_config')
    survey.config = rootOf(textAt(map, 'store_as')) || survey.config;
  // A log is kept in the state, or where the file stores it when it begins one.
  if (/^(init_log|finalize_log|write_log|output_ci_summary|log_\w+)$/.test(type)) survey.set.add('log');
  if (type === 'init_log' && textAt(map, 'store_as') === 'computed.log') survey.stored.add('log');
  for (const path of assignedIn(textAt(map, 'effect') ?? textAt(map, 'pseudocode') ?? '')) add(survey.stored, path);
  const audit = childOf(map, 'audit');
  if (audit) add(survey.stored, textAt(audit, 'output'));
  const set = /^(set|mutate)_state$/.test(type)
    ? /^(?:state\.)?flags\.(\w+)$/.exec(textAt(map, 'field') ?? '')?.[1]
    : undefined;
  for (const key of ['flag', 'set_flag']) {
    const flag = textAt(map, key)?.replace(/^flags\./, '');
    if (flag && (key === 'set_flag' || type === 'set_flag')) survey.flags.add(flag);
  }
  const flag = type === 'set_flag' ? textAt(map, 'flag')?.replace(/^flags\./, '') : set;
  const value = entryOf(map, 'value')?.value;
  if (flag && value && isWord(value) && !isFlagWord(toValue(value))) survey.notFlags.add(flag);
}

/** `"true"`, or something that the run works out: a flag all the same. */
function isFlagWord(value: unknown): boolean {
  return typeof value === 'string' && (/^(true|false)$/i.test(value) || value.includes('${'));
}
