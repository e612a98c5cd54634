// From the yaml package's nodes to our tree. Owns what a file may not contain even where YAML would allow it: tags, merge
// keys, duplicate keys, keys that are no text, aliases that expand to too much. Everything refused is left out of the tree,
// so that the rest of the file can still be checked.
import { isAlias, isCollection, isMap, isScalar, isSeq, type ParsedNode, type Scalar } from 'yaml';
import type { Findings } from '../problems/findings.ts';
import { sourceLimits, tooDeep } from './source-limits.ts';
import type { Lines } from './source-lines.ts';
import type { Path, Place, SourceEntry, SourceNode, SourceScalar } from './source-tree.ts';

const coreTags = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

type Building = {
  lines: Lines;
  findings: Findings;
  anchors: Map<string, { node: SourceNode; size: number; length: number; depth: number }>;
  /** Counts up; building stops at the limit. */
  values: number;
  /** Characters of keys and scalars, so that what an alias repeats is not held for free. */
  length: number;
};

/** Null when the tree would be too large or too deep. */
export function buildTree(contents: ParsedNode, lines: Lines, findings: Findings): SourceNode | null {
  const building: Building = { lines, findings, anchors: new Map(), values: 0, length: 0 };
  const tree = build(contents, [], building);
  if (isWithin(building)) return tree;
  const most =
    building.values > sourceLimits.values ? `${sourceLimits.values} values` : `${sourceLimits.bytes / 1024} KB`;
  const message = `the file has more than ${most}, aliases counted as what they stand for`;
  findings.error({ code: 'too_large', place: { line: 1, column: 1 }, path: [], message });
  return null;
}

function isWithin({ values, length }: Building): boolean {
  return values <= sourceLimits.values && length <= sourceLimits.bytes;
}

function build(source: ParsedNode | null, path: Path, building: Building): SourceNode | null {
  const { lines, findings, anchors } = building;
  const place = lines.placeOf(source?.range?.[0] ?? 0);
  building.values += 1;
  if (!isWithin(building)) return null;
  const known = isAlias(source) ? anchors.get(source.source) : undefined;
  const levels = known?.depth ?? (isCollection(source) ? 1 : 0);
  if (path.length + levels > sourceLimits.depth) {
    findings.error({ code: 'too_deep', place, path: [], message: tooDeep });
    return null;
  }
  if (isAlias(source)) {
    building.values += known?.size ?? 0;
    building.length += known?.length ?? 0;
    if (known) return known.node;
    findings.error({
      code: 'unknown_anchor',
      place,
      path,
      message: `no value before this one is named "&${source.source}"`,
    });
    return null;
  }
  if (source?.tag !== undefined && !coreTags.has(source.tag)) {
    findings.error({
      code: 'tag',
      place,
      path,
      message: `the tag ${source.tag} is not allowed; write the plain value`,
    });
  }
  const { values, length } = building;
  const node = buildValue(source, path, place, building);
  if (source?.anchor && node)
    anchors.set(source.anchor, {
      node,
      size: building.values - values,
      length: building.length - length,
      depth: depthOf(node),
    });
  return node;
}

function depthOf(node: SourceNode): number {
  if (node.kind === 'scalar') return 0;
  const children = node.kind === 'list' ? node.items : node.entries.map(({ value }) => value);
  return 1 + children.reduce((deepest, child) => Math.max(deepest, depthOf(child)), 0);
}

function buildValue(source: ParsedNode | null, path: Path, place: Place, building: Building): SourceNode {
  if (isMap<ParsedNode, ParsedNode | null>(source))
    return { kind: 'map', place, entries: buildEntries(source.items, path, building) };
  if (isSeq<ParsedNode>(source)) {
    const items = source.items.map((item, index) => build(item, [...path, index], building));
    return { kind: 'list', place, items: items.filter((item) => item !== null) };
  }
  const scalar = buildScalar(source as Scalar.Parsed, place, building.lines);
  building.length += scalar.text.length;
  return scalar;
}

function buildEntries(
  pairs: { key: ParsedNode; value: ParsedNode | null }[],
  path: Path,
  building: Building,
): SourceEntry[] {
  const entries = new Map<string, SourceEntry>();
  for (const pair of pairs) {
    const place = building.lines.placeOf(pair.key.range?.[0] ?? 0);
    const key = readKey(pair.key, place, path, building);
    if (key === null) continue;
    building.values += 1;
    building.length += key.length;
    if (!isWithin(building)) continue;
    const first = entries.get(key);
    if (first) {
      const isNode = path.length === 1 && path[0] === 'nodes';
      const message = `${isNode ? 'node' : 'the key'} "${key}" is already written in line ${first.place.line}`;
      building.findings.error({
        code: isNode ? 'duplicate_id' : 'duplicate_key',
        place,
        path: [...path, key],
        message,
      });
      continue;
    }
    const value = build(pair.value, [...path, key], building);
    if (value) entries.set(key, { key, place, value });
  }
  return [...entries.values()];
}

function readKey(key: ParsedNode, place: Place, path: Path, { findings }: Building): string | null {
  const refuse = (code: string, message: string) => {
    findings.error({ code, place, path, message });
    return null;
  };
  if (!isScalar(key)) return refuse('wrong_key', 'a key must be plain text');
  const text = textOf(key);
  if (text === '') return refuse('wrong_key', 'a key is missing before the ":"');
  if (text === '<<' && key.type === 'PLAIN')
    return refuse('merge_key', 'merge keys (<<) are not allowed; write the fields out');
  // Data with this key could not be kept in plain objects.
  if (text === '__proto__') return refuse('wrong_key', 'the key "__proto__" is not allowed');
  return text;
}

function textOf(scalar: Scalar.Parsed): string {
  return scalar.source ?? String(scalar.value ?? '');
}

function buildScalar(scalar: Scalar.Parsed | null, place: Place, lines: Lines): SourceScalar {
  if (!scalar) return { kind: 'scalar', value: null, text: '', place, placeAt: () => place };
  const text = textOf(scalar);
  const value = scalar.value as SourceScalar['value'];
  return { kind: 'scalar', value, text, place, placeAt: (offset) => placeInside(scalar, text, offset, place, lines) };
}

/** Exact where each line of the text stands in the file as it is; escapes, folding and comments hide the place. */
function placeInside(scalar: Scalar.Parsed, text: string, offset: number, place: Place, lines: Lines): Place {
  const before = text.slice(0, offset).split('\n');
  const number = before.length - 1;
  const wanted = text.split('\n')[number] ?? '';
  const column = (before[number] ?? '').length;
  if (scalar.type === 'BLOCK_LITERAL') {
    const line = place.line + 1 + number;
    const written = lines.line(line);
    return written.endsWith(wanted) ? { line, column: written.length - wanted.length + column + 1 } : place;
  }
  const shift = scalar.type === 'PLAIN' ? 0 : 1;
  const from = place.column - 1 + shift;
  const isVerbatim = !text.includes('\n') && lines.line(place.line).slice(from, from + text.length) === text;
  return isVerbatim ? { line: place.line, column: place.column + shift + offset } : place;
}
