// Variables that a file declares, as the inputs of a workflow: `{ goal: { type, required, description, default } }`. One that
// need not be given and has no default is an empty text.
import type { Findings } from '../problems/findings.ts';
import type { SourceEntry, SourceMap, SourceNode } from '../source/source-tree.ts';
import { entryFrom, givenIn, mapFrom, mapOfEntries, scalarFrom, textIn } from './borrowed-tree.ts';
import { legalIds } from './legal-ids.ts';

/** By what they are called in the file. */
export type Inputs = { names: Map<string, string>; tree: SourceMap | undefined };

const types: Record<string, string> = {
  string: 'string',
  text: 'text',
  path: 'string',
  file: 'string',
  enum: 'string',
  boolean: 'boolean',
  bool: 'boolean',
  number: 'number',
  integer: 'integer',
  int: 'integer',
  array: 'list',
  list: 'list',
  object: 'json',
  json: 'json',
};

export function translateInputs(declared: SourceEntry | undefined, findings: Findings): Inputs {
  const entries = declared?.value.kind === 'map' ? declared.value.entries : [];
  const names = legalIds(entries.map(({ key }) => key));
  if (!declared || entries.length === 0) return { names, tree: undefined };
  const inputs = entries.map((entry) => entryFrom(entry, names.get(entry.key) ?? entry.key, inputOf(entry, findings)));
  return { names, tree: mapOfEntries(declared, inputs) };
}

function inputOf(entry: SourceEntry, findings: Findings): SourceNode {
  const { value } = entry;
  // `"goal": "string"` says the type and nothing else.
  const word = value.kind === 'scalar' ? value.text : (textIn(value, 'type') ?? 'string');
  const type = types[word.toLowerCase()];
  if (type === undefined && value.kind === 'map') {
    const place = givenIn(value, 'type')?.value.place ?? entry.place;
    const message = `"${entry.key}" has the unknown type "${word}" and is taken as text`;
    findings.warning({ code: 'unknown_type', place, path: [entry.key, 'type'], message });
  }
  const isRequired = textIn(value, 'required') === 'true';
  const isText = type === undefined || type === 'string' || type === 'text';
  const given = givenIn(value, 'default');
  return mapFrom(entry, {
    type: type ?? 'string',
    required: isRequired ? true : undefined,
    description: givenIn(value, 'description') ?? (value.kind === 'scalar' && type === undefined ? value : undefined),
    default: given ?? (isText && !isRequired ? scalarFrom(entry, '') : undefined),
  });
}

/** A reference to one of them. */
export const inputPath = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? `inputs.${name}` : `inputs['${name}']`);
