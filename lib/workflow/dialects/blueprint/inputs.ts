// What a run of a file is given: what the file declares, and what it refers to and sets nowhere.
import {
  childOf,
  entryOf,
  type Place,
  type SourceEntry,
  type SourceMap,
  type SourceNode,
  toValue,
} from '../../source/source-tree.ts';
import { entryFrom, listFrom, mapFrom, mapOfEntries, type Part } from '../borrowed-tree.ts';
import { itemsOf } from './fields.ts';
import { type Translation, textOf } from './translation.ts';
import { declaredInputs } from './words/declared-inputs.ts';

const inputTypes: Record<string, string> = {
  string: 'string',
  text: 'text',
  path: 'string',
  boolean: 'boolean',
  bool: 'boolean',
  integer: 'integer',
  int: 'integer',
  number: 'number',
  float: 'number',
  array: 'list',
  list: 'list',
  object: 'json',
  map: 'json',
  any: 'json',
};

export function inputsOf(root: SourceMap, { names }: Translation): Part {
  const schema = entryOf(root, 'input_schema') ?? entryOf(root, 'inputs');
  const required = itemsOf(childOf(schema?.value, 'properties') ? childOf(schema?.value, 'required') : undefined).map(
    textOf,
  );
  const fields = declaredInputs(root);
  const declared = fields.map((field) => entryFrom(field, field.key, inputOf(field, required.includes(field.key))));
  const known = new Set(declared.map(({ key }) => key));
  const given = [...names.given].filter(([name]) => !known.has(name));
  const others = given.map(([name, type]) => entryFrom(root, name, mapFrom(root, { type, description: words(name) })));
  const all = [...declared, ...others];
  return all.length > 0 ? mapOfEntries(schema ?? root, all) : undefined;
}

const words = (name: string) => {
  if (name === 'arguments') return 'What the run is asked to do, in one line';
  const isFolder = name === 'folder' || name === 'workspace_folder';
  return isFolder ? 'A folder with the files to work on, of which the run has a copy' : 'The file sets it nowhere';
};

function inputOf({ key, value, place }: SourceEntry, isRequired: boolean): SourceNode {
  if (value.kind !== 'map') return shortInput(key, value, place);
  const choices = itemsOf(childOf(value, 'enum')).flatMap((one) =>
    one.kind === 'scalar' && one.value !== null ? [one.text] : [],
  );
  const type =
    choices.length > 0 ? 'choice' : (inputTypes[textOf(childOf(value, 'type')) ?? textOf(value) ?? ''] ?? 'json');
  const fallback = childOf(value, 'default');
  const isGiven = fallback && !(fallback.kind === 'scalar' && fallback.value === null);
  const description = textOf(childOf(value, 'description'));
  const isList = type === 'list' && fallback?.kind === 'list' && toValue(fallback);
  return mapFrom(value, {
    type: type === 'list' && isGiven && !isList ? 'json' : type,
    required: isRequired || textOf(childOf(value, 'required')) === 'true' ? true : undefined,
    description: description ?? undefined,
    default: isGiven ? fallback : undefined,
    choices: choices.length > 0 ? listFrom(value, choices) : undefined,
  });
}

/** `name: default`, or `name: type`. */
function shortInput(key: string, value: SourceNode, place: Place): SourceNode {
  const plain = value.kind === 'scalar' ? value.value : toValue(value);
  const named = typeof plain === 'string' ? inputTypes[plain] : undefined;
  if (named !== undefined) return mapFrom({ place }, { type: named });
  const isWord = plain === null ? !/^intent_(flags|rules)$/.test(key) : typeof plain === 'string';
  const type =
    typeof plain === 'boolean' ? 'boolean' : typeof plain === 'number' ? 'number' : isWord ? 'string' : 'json';
  return mapFrom({ place }, { type, default: plain === null ? undefined : value });
}
