// Which names can exist in a run of a file: scope names, nodes, inputs, fields of the state, and whatever some node writes.
// Where only the run can tell what is written (a path made by a template, the data of an inline call, a node that could not
// be read), nothing is said about the names below `computed` and `flags`.
import type { Missing } from '../expression/expression.ts';
import { scopeNames } from '../graph.ts';
import type { LoadedNode } from '../load-nodes.ts';
import { fieldsOfKind } from '../node-fields.ts';
import { keysBelow, nodeAt, type SourceMap } from '../source/source-tree.ts';
import { hasTemplate } from '../template.ts';

export type Names = {
  inputs: Set<string>;
  /** Those of the inputs that are files: of them only certain fields are known. */
  files: Set<string>;
  nodes: Set<string>;
  roots: Set<string>;
  /** Null when only the run can tell. */
  data: { computed: Set<string>; flags: Set<string> } | null;
  missing: Missing;
  /** What nodes give, where that is known. */
  given: Map<string, { names: string[]; value: string[] }>;
};

/** What a run has before its first node: nothing has been done, nobody has been asked. */
const knownAtStart = ['inputs', 'computed', 'flags', 'run', 'workflow_name', 'workflow_version'];

export function namesAtStart(root: SourceMap, missing: Missing): Names {
  return {
    ...inputNames(root),
    nodes: new Set(),
    roots: new Set([...knownAtStart, ...stateNames(root)]),
    data: dataNames(root, []),
    missing,
    given: new Map(),
  };
}

export function namesOf(root: SourceMap, nodes: LoadedNode[], missing: Missing): Names {
  const ids = keysBelow(root, ['nodes']);
  const written = nodes.flatMap((node) => [...savedPaths(node), ...writtenPaths(node)]);
  const bound = nodes.flatMap((node) => fieldsOfKind(node, 'binding').map(({ value }) => value as string));
  const isReadable = nodes.length === ids.length && nodes.every(({ fields }) => fields !== null);
  return {
    ...inputNames(root),
    nodes: new Set(ids),
    roots: new Set([
      ...scopeNames,
      ...ids,
      ...stateNames(root),
      ...bound,
      // What is saved as `computed.total.sum` can also be read as `total.sum`.
      ...written.map((path) => path.replace(/^(computed|flags)\./, '').split(/[.[]/)[0] ?? ''),
    ]),
    data: isReadable ? dataNames(root, written) : null,
    missing,
    given: new Map(
      nodes.flatMap(({ id, definition, fields, common }) => {
        const given = fields && common.on_failure !== 'skip' ? definition?.gives?.(fields) : null;
        return given ? [[id, given] as const] : [];
      }),
    ),
  };
}

function inputNames(root: SourceMap): Pick<Names, 'inputs' | 'files'> {
  const names = keysBelow(root, ['inputs']);
  const isFile = (name: string) => {
    const type = nodeAt(root, ['inputs', name, 'type']);
    return type?.kind === 'scalar' && type.text === 'file';
  };
  return { inputs: new Set(names), files: new Set(names.filter(isFile)) };
}

function stateNames(root: SourceMap): string[] {
  return [['state'], ['state', 'flags'], ['state', 'computed']].flatMap((path) => keysBelow(root, path));
}

function savedPaths({ common }: LoadedNode): string[] {
  return Object.keys(common.save).map((path) => (/^(computed|flags)\./.test(path) ? path : `computed.${path}`));
}

function writtenPaths({ definition, fields }: LoadedNode): string[] {
  return fields ? (definition?.writes?.(fields) ?? []) : [];
}

function dataNames(root: SourceMap, written: string[]): Names['data'] {
  if (written.some((path) => path === '*' || hasTemplate(path))) return null;
  const below = (top: 'computed' | 'flags') =>
    new Set([
      ...keysBelow(root, ['state', top]),
      ...written.flatMap((path) => {
        const [first, second] = path.split(/[.[]/);
        return first === top && second !== undefined ? [second] : [];
      }),
    ]);
  return { computed: below('computed'), flags: below('flags') };
}
