// Which format a file is written in, and its root in the native language, which is the last resort: a file that no dialect
// recognises is native or nothing. A file of another kind is not told to become native, unless it looks as if it were.
import { isNodeType } from '../nodes/index.ts';
import type { Dialect } from './dialects/dialect.ts';
import { nativeFormat, unknownFormat } from './dialects/format-names.ts';
import type { Missing } from './expression/expression.ts';
import type { Findings } from './problems/findings.ts';
import { shown } from './problems/schema-issue.ts';
import { keysOf } from './problems/schema-keys.ts';
import { fileSchema } from './schema.ts';
import { childOf, entryOf, type SourceEntry, type SourceMap, type SourceNode } from './source/source-tree.ts';

/** `root` is null when the file is no workflow that can be read; then nothing else in it is worth a complaint. */
export type Root = { format: string; missing: Missing; root: SourceMap | null; written?: number | undefined };

const start = { line: 1, column: 1 };

export function readRoot(tree: SourceNode, dialects: readonly Dialect[], findings: Findings): Root {
  if (!entryOf(tree, 'gatehouse')) {
    const dialect = dialects.find(({ recognises }) => recognises(tree));
    if (dialect) {
      const { format, missing } = dialect;
      const root = withUniqueIds(dialect.translate(tree, findings), findings);
      return { format, missing, root, written: dialect.written?.(tree) };
    }
  }
  const isNative = entryOf(tree, 'gatehouse') !== undefined || looksNative(tree);
  const format = isNative ? nativeFormat : unknownFormat;
  return { format, missing: 'error', root: readNativeRoot(tree, dialects, findings) };
}

/** Lists can give one id to two nodes, keys of a file cannot. */
function withUniqueIds(root: SourceMap | null, findings: Findings): SourceMap | null {
  const nodes = childOf(root ?? undefined, 'nodes');
  if (!root || nodes?.kind !== 'map') return root;
  const first = new Map<string, SourceEntry>();
  for (const entry of nodes.entries) {
    const { key, place } = entry;
    const before = first.get(key);
    if (!before) first.set(key, entry);
    else {
      const message = `node "${key}" is already written in line ${before.place.line}`;
      findings.error({ code: 'duplicate_id', place, path: ['nodes', key], message });
    }
  }
  const unique = { ...nodes, entries: [...first.values()] };
  const entries = root.entries.map((entry) => (entry.key === 'nodes' ? { ...entry, value: unique } : entry));
  return { ...root, entries };
}

function readNativeRoot(tree: SourceNode, dialects: readonly Dialect[], findings: Findings): SourceMap | null {
  const version = childOf(tree, 'gatehouse');
  if (tree.kind === 'map' && version?.kind === 'scalar' && version.text === '1') return tree;
  if (version) {
    const message = `"gatehouse" must be 1, not ${shown(version)}`;
    findings.error({ code: 'unknown_format', place: version.place, path: ['gatehouse'], message });
    return null;
  }
  const formats = [nativeFormat, ...dialects.map(({ format }) => format)].join(', ');
  const isNative = looksNative(tree);
  const why = isNative ? '' : (nearestFormat(tree, dialects) ?? noGroup(tree));
  const message = `this file is in none of the formats that this console reads (${formats})${why}`;
  const suggestion = isNative ? 'add "gatehouse: 1" at the top' : undefined;
  findings.error({ code: 'unknown_format', place: start, path: [], message, suggestion });
  return null;
}

const noGroup = (tree: SourceNode) =>
  tree.kind === 'map' ? '' : `; a workflow is a group of keys, not ${shown(tree)}`;

function nearestFormat(tree: SourceNode, dialects: readonly Dialect[]): string | null {
  const near = dialects.flatMap(({ format, resembles }) => {
    const found = resembles(tree);
    return found ? [{ format, ...found }] : [];
  });
  const [first] = near.toSorted((a, b) => b.signs - a.signs);
  return first ? `; it is nearest to ${first.format}, but ${first.why}` : null;
}

/** Other formats have `nodes` too, and some of their types are called as ours are. */
function looksNative(tree: SourceNode): boolean {
  const nodes = childOf(tree, 'nodes');
  if (tree.kind !== 'map' || nodes?.kind !== 'map') return false;
  const known = keysOf(fileSchema);
  const isOurs = ({ value }: SourceEntry) => {
    const type = childOf(value, 'type');
    return type?.kind === 'scalar' && isNodeType(type.text);
  };
  return tree.entries.every(({ key }) => known.includes(key)) && nodes.entries.some(isOurs);
}
