// Consequences on files: reading and writing, whether something is there, and the configuration with its list of sources.
import type { SourceNode } from '../../../source/source-tree.ts';
import { listFrom, mapFrom, mapOfEntries, type Part, scalarFrom } from '../../borrowed-tree.ts';
import type { Fields } from '../fields.ts';
import { type Translation, valueIn } from '../translation.ts';
import { type Consequence, effect, type Piece, storedBy, storeKeys } from './pieces.ts';

/** The values of keys that must all be readable; null when one is missing or is not. */
export function needed(fields: Fields, translation: Translation, ...keys: string[][]): SourceNode[] | null {
  const values = keys.map((names) => {
    const entry = fields.get(...names);
    return entry ? valueIn(entry.value, translation) : null;
  });
  return values.includes(null) ? null : (values as SourceNode[]);
}

/** An effect whose fields are the consequence's own, those of `keys` being needed. */
const plain =
  (type: string, ...keys: string[][]): Consequence =>
  (fields, translation) => {
    const values = needed(fields, translation, ...keys);
    if (!values) return null;
    return [effect(fields.tree, type, Object.fromEntries(values.map((value, index) => [keys[index]?.[0], value])))];
  };

/** The same with a result that is kept. */
const storing =
  (type: string, ...keys: string[][]): Consequence =>
  (fields, translation) => {
    const values = needed(fields, translation, ...keys);
    const stored = storedBy(fields.get(...storeKeys), fields, translation);
    if (!values || !stored) return null;
    const own = Object.fromEntries(values.map((value, index) => [keys[index]?.[0], value]));
    return [effect(fields.tree, type, { ...own, store_as: stored.name }), ...stored.after];
  };

const path = ['path', 'file', 'file_path'];

const fileOperations: Record<string, Consequence> = {
  read: storing('read_file', path),
  write: plain('write_file', path, ['content']),
  append: plain('append_to_file', path, ['content']),
  mkdir: plain('create_directory', path),
  delete: plain('delete_file', path),
};

const localFileOps: Consequence = (fields, translation) =>
  fileOperations[fields.text('operation') ?? '']?.(fields, translation) ?? null;

/** Keeps whether a condition holds, as a flag or as a value. */
function kept(condition: SourceNode, fields: Fields, translation: Translation): Piece[] | null {
  const flag = fields.get('set_flag', 'flag');
  if (flag?.value.kind === 'scalar') {
    const found = translation.names.flag(flag.value.text);
    return [
      effect(
        fields.tree,
        'check',
        'flag' in found ? { condition, set_flag: found.flag } : { condition, store_as: found.field },
      ),
    ];
  }
  const stored = storedBy(fields.get(...storeKeys), fields, translation);
  return stored ? [effect(fields.tree, 'check', { condition, store_as: stored.name }), ...stored.after] : null;
}

const existence =
  (type: string): Consequence =>
  (fields, translation) => {
    const values = needed(fields, translation, path);
    return values && kept(mapFrom(fields.tree, { type, path: values[0] }), fields, translation);
  };

const anyExists: Consequence = (fields, translation) => {
  const paths = fields.get('paths', 'files')?.value;
  const values = paths?.kind === 'list' ? paths.items.map((one) => valueIn(one, translation)) : [null];
  if (values.includes(null)) return null;
  const conditions = (values as SourceNode[]).map((one) =>
    mapFrom(one, { type: 'path_check', path: one, check: 'exists' }),
  );
  return kept(
    mapFrom(fields.tree, { type: 'any_of', conditions: listFrom(fields.tree, conditions) }),
    fields,
    translation,
  );
};

/** Folders are found by what is in them. */
function patternOf(fields: Fields, translation: Translation): Part | null {
  const [pattern] = needed(fields, translation, ['pattern', 'path', 'glob']) ?? [];
  if (pattern?.kind !== 'scalar') return null;
  return pattern.text.endsWith('/') ? scalarFrom(pattern, `${pattern.text}**`) : pattern;
}

const scratch = 'computed.found_files';

const globCount: Consequence = (fields, translation) => {
  const pattern = patternOf(fields, translation);
  const stored = storedBy(fields.get(...storeKeys), fields, translation);
  if (pattern === null || !stored) return null;
  return [
    effect(fields.tree, 'glob_files', { pattern, store_as: stored.name }),
    effect(fields.tree, 'set_state', { field: stored.path, value: `\${len(${stored.path})}` }),
  ];
};

const globCheck: Consequence = (fields, translation) => {
  const pattern = patternOf(fields, translation);
  const flag = fields.get('set_flag', 'flag');
  if (pattern === null || flag?.value.kind !== 'scalar') return null;
  const found = translation.names.flag(flag.value.text);
  const value = `\${len(${scratch}) > 0}`;
  return [
    effect(fields.tree, 'glob_files', { pattern, store_as: scratch }),
    'flag' in found
      ? effect(fields.tree, 'set_flag', { flag: found.flag, value })
      : effect(fields.tree, 'set_state', { field: found.field, value }),
  ];
};

/** The file, and the name under which the run knows what is in it. */
const configOf = ({ survey }: Translation) => ({
  file: `${survey.folder}config.yaml`,
  name: `computed.${survey.config}`,
});

const readAnew = ({ tree }: Fields, translation: Translation): Piece =>
  effect(tree, 'read_config', { path: configOf(translation).file, store_as: configOf(translation).name });

const readConfig: Consequence = (fields, translation) => {
  const stored = storedBy(fields.get(...storeKeys), fields, translation);
  const at = fields.get(...path);
  const file = at ? valueIn(at.value, translation) : configOf(translation).file;
  if (stored === null || file === null) return null;
  return [
    effect(fields.tree, 'read_config', { path: file, store_as: stored?.name ?? configOf(translation).name }),
    ...(stored?.after ?? []),
  ];
};

const writeConfigEntry: Consequence = (fields, translation) => {
  const values = needed(fields, translation, ['path', 'field', 'entry'], ['value']);
  const file = fields.get('file');
  if (!values) return null;
  return [
    effect(fields.tree, 'write_config_entry', {
      path: values[0],
      value: values[1],
      file: file?.value ?? configOf(translation).file,
    }),
  ];
};

const writeConfig: Consequence = ({ tree }, translation) => {
  const { file, name } = configOf(translation);
  return [effect(tree, 'write_file', { path: file, content: `\${${name}}` })];
};

/** At the end of a list of the configuration, which is read anew before and after. */
const addSource: Consequence = (fields, translation) => {
  const values = needed(fields, translation, ['spec', 'source', 'value']);
  const { file, name } = configOf(translation);
  if (!values) return null;
  const entry = `sources[\${len(${name}?.sources ?? [])}]`;
  return [
    readAnew(fields, translation),
    effect(fields.tree, 'write_config_entry', { path: entry, value: values[0], file }),
    readAnew(fields, translation),
  ];
};

const updateSource: Consequence = (fields, translation) => {
  const values = needed(fields, translation, ['id', 'source_id'], ['fields', 'values']);
  const [id, changes] = values ?? [];
  if (id?.kind !== 'scalar' || changes?.kind !== 'map') return null;
  const { file } = configOf(translation);
  const sets = changes.entries.map(({ key, value, place }) =>
    effect({ place }, 'write_config_entry', { path: `sources[id=${id.text}].${key}`, value, file }),
  );
  return [...sets, readAnew(fields, translation)];
};

const updateIndex: Consequence = (fields, translation) => {
  const given = fields.tree.entries.filter(({ key }) => key !== 'type');
  const values = given.map((entry) => ({
    ...entry,
    value: valueIn((fields.get(entry.key) ?? entry).value, translation),
  }));
  if (values.length === 0 || values.some(({ value }) => value === null)) return null;
  const { file } = configOf(translation);
  return values.map(({ key, value, place }) =>
    effect({ place }, 'write_config_entry', { path: `corpus.index.${key}`, value: value as SourceNode, file }),
  );
};

const updateMarketplace: Consequence = (fields, translation) => {
  const values = needed(
    fields,
    translation,
    ['marketplace_path', 'path'],
    ['plugin_name', 'name'],
    ['plugin_path', 'plugin'],
  );
  if (!values) return null;
  const [file, name, at] = values as [SourceNode, SourceNode, SourceNode];
  const known = 'computed.marketplace';
  const value = mapOfEntries(fields.tree, mapFrom(fields.tree, { name, path: at }).entries);
  return [
    effect(fields.tree, 'read_config', { path: file, store_as: known }),
    effect(fields.tree, 'write_config_entry', { path: `plugins[\${len(${known}?.plugins ?? [])}]`, value, file }),
  ];
};

export const fileConsequences: Record<string, Consequence> = {
  read_file: storing('read_file', path),
  write_file: plain('write_file', path, ['content']),
  append_to_file: plain('append_to_file', path, ['content']),
  create_directory: plain('create_directory', path),
  delete_file: plain('delete_file', path),
  local_file_ops: localFileOps,
  glob_files: storing('glob_files', ['pattern', 'path', 'glob']),
  glob_count: globCount,
  glob_check: globCheck,
  file_exists_check: existence('file_exists'),
  directory_exists_check: existence('directory_exists'),
  any_file_exists_check: anyExists,
  read_config: readConfig,
  write_config: writeConfig,
  write_config_entry: writeConfigEntry,
  add_source: addSource,
  update_source: updateSource,
  update_source_metadata: updateSource,
  update_config_index_metadata: updateIndex,
  update_marketplace_json: updateMarketplace,
};
