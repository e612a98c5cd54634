// Reads the nodes of a file in their written order, each with the schema all nodes share and the one of its type. A node
// with mistakes still takes part in the later checks, as far as it could be read.
import type { NodeDefinition } from '../nodes/contract/define-node.ts';
import { definitionOf, isNodeType, nodeDefinitions } from '../nodes/index.ts';
import { type NodeGateSpec, nodeGateSpec } from '../nodes/parts/gate-spec.ts';
import type { Findings } from './problems/findings.ts';
import { shown, unknownKey } from './problems/schema-issue.ts';
import { keysOf } from './problems/schema-keys.ts';
import { type CommonFields, commonSchema } from './schema.ts';
import { parseTree } from './source/parse-tree.ts';
import {
  entryOf,
  type Path,
  type Place,
  type SourceEntry,
  type SourceMap,
  type SourceNode,
  toValue,
} from './source/source-tree.ts';

export type LoadedGate = { spec: NodeGateSpec; tree: SourceNode; at: Path; isWhole: boolean };

/** `at` paths start from the node; `path` is the node's own place in the file. */
export type LoadedNode = {
  id: string;
  place: Place;
  path: Path;
  tree: SourceMap;
  type: string;
  definition: NodeDefinition | undefined;
  common: CommonFields;
  /** Null when the node's own fields could not be read. */
  fields: Record<string, unknown> | null;
  isWhole: boolean;
  gates: LoadedGate[];
};

const commonKeys = keysOf(commonSchema);
const emptyCommon = commonSchema.parse({ type: '' });

export function loadNodes(nodes: SourceMap, findings: Findings): LoadedNode[] {
  return nodes.entries.flatMap((entry) => loadNode(entry, findings) ?? []);
}

function loadNode({ key: id, place, value }: SourceEntry, findings: Findings): LoadedNode | null {
  const path = ['nodes', id];
  if (value.kind !== 'map') {
    findings.error({
      code: 'wrong_type',
      place,
      path,
      message: `node "${id}" must be a group of keys, not ${shown(value)}`,
    });
    return null;
  }
  // A field that is missing is reported where the node's name stands.
  const tree: SourceMap = { ...value, place };
  const type = readType(tree, path, findings);
  const definition = isNodeType(type) ? definitionOf(type) : undefined;
  const ownKeys = new Set(definition ? keysOf(definition.fields) : []);
  const isKnown = (key: string) => ownKeys.has(key) || commonKeys.includes(key);
  for (const { key } of tree.entries) {
    if (definition && !isKnown(key)) unknownKey(key, [key], [...ownKeys, ...commonKeys], { tree, path, findings });
  }
  const pick = (accept: (key: string) => boolean) =>
    toValue({ ...tree, entries: tree.entries.filter(({ key }) => accept(key)) });

  const own =
    definition &&
    parseTree(
      definition.fields,
      tree,
      path,
      findings,
      pick((key) => ownKeys.has(key)),
    );
  const shared = pick((key) => !ownKeys.has(key) && commonKeys.includes(key)) as object;
  const common = parseTree(commonSchema, tree, path, findings, { ...shared, type });
  return {
    id,
    place,
    path,
    tree,
    type,
    definition,
    common: common.data ?? emptyCommon,
    fields: own?.data ?? null,
    isWhole: own?.isWhole ?? false,
    gates: loadGates(tree, path, findings),
  };
}

function readType(tree: SourceMap, path: Path, findings: Findings): string {
  const written = entryOf(tree, 'type')?.value;
  const id = path.at(-1);
  if (!written) {
    const message = `node "${id}" needs "type"`;
    findings.error({ code: 'missing', place: tree.place, path: [...path, 'type'], message });
    return '';
  }
  const type = written.kind === 'scalar' ? written.text : '';
  if (isNodeType(type)) return type;
  const message = `node "${id}" has unknown type ${written.kind === 'scalar' ? `"${type}"` : shown(written)}`;
  const types = Object.keys(nodeDefinitions);
  const suggestion =
    findings.didYouMean(type, types) ?? (type === '' ? undefined : `the types are ${types.join(', ')}`);
  findings.error({ code: 'unknown_type', place: written.place, path: [...path, 'type'], message, suggestion });
  return type;
}

function loadGates(node: SourceMap, path: Path, findings: Findings): LoadedGate[] {
  const entry = entryOf(node, 'gate');
  if (!entry) return [];
  const written: { tree: SourceNode; at: Path }[] =
    entry.value.kind === 'list'
      ? entry.value.items.map((tree, index) => ({ tree, at: ['gate', index] }))
      : [{ tree: { ...entry.value, place: entry.place }, at: ['gate'] }];
  return written.flatMap(({ tree, at }) => {
    const { data, isWhole } = parseTree(nodeGateSpec, tree, [...path, ...at], findings);
    return data && data.kind !== 'none' ? [{ spec: data, tree, at, isWhole }] : [];
  });
}
