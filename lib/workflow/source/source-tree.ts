// A workflow file as a tree that remembers where everything was written. Keys and plain scalars keep their source text,
// so that `1.10`, `yes` and `no` can mean what they look like, and maps keep their written order.

export type Place = { line: number; column: number };
export type Path = readonly (string | number)[];

export type SourceScalar = {
  kind: 'scalar';
  value: string | number | boolean | null;
  /** What was written, for a plain scalar; the text itself, for a quoted or block one. */
  text: string;
  place: Place;
  /** The place of each character of the text, where the text stands in the file as it is. */
  placeAt(offset: number): Place;
};
export type SourceEntry = { key: string; place: Place; value: SourceNode };
export type SourceMap = { kind: 'map'; entries: SourceEntry[]; place: Place };
export type SourceList = { kind: 'list'; items: SourceNode[]; place: Place };
export type SourceNode = SourceScalar | SourceMap | SourceList;

const indexes = new WeakMap<SourceEntry[], Map<string, SourceEntry>>();

export function entryOf(node: SourceNode | undefined, key: string): SourceEntry | undefined {
  if (node?.kind !== 'map') return undefined;
  let index = indexes.get(node.entries);
  if (!index) {
    index = new Map(node.entries.map((entry) => [entry.key, entry]));
    indexes.set(node.entries, index);
  }
  return index.get(key);
}

export function childOf(node: SourceNode | undefined, key: string | number): SourceNode | undefined {
  if (node?.kind === 'list') return node.items[Number(key)];
  return entryOf(node, String(key))?.value;
}

export function nodeAt(root: SourceNode, path: Path): SourceNode | undefined {
  let node: SourceNode | undefined = root;
  for (const key of path) node = childOf(node, key);
  return node;
}

/** A key with nothing after it, or with an empty text. */
export function isEmpty(node: SourceNode): boolean {
  return node.kind === 'scalar' && node.text === '';
}

export function keysBelow(root: SourceNode, path: Path): string[] {
  const node = nodeAt(root, path);
  return node?.kind === 'map' ? node.entries.map(({ key }) => key) : [];
}

/** Where a value is written; for a value that is missing, where the innermost parent that exists begins. */
export function placeOf(root: SourceNode, path: Path): Place {
  let place = root.place;
  let node = root;
  for (const [index, key] of path.entries()) {
    const entry = entryOf(node, String(key));
    const child = entry?.value ?? childOf(node, key);
    if (!child) return place;
    const isLast = index === path.length - 1;
    place = entry && !isLast ? entry.place : child.place;
    if (isLast && entry && isEmpty(child)) place = entry.place;
    node = child;
  }
  return place;
}

/** Where the key that holds a value is written. */
export function keyPlaceOf(root: SourceNode, path: Path): Place {
  const entry = entryOf(nodeAt(root, path.slice(0, -1)), String(path.at(-1)));
  return entry?.place ?? placeOf(root, path);
}

export function toValue(node: SourceNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(toValue);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, toValue(value)]));
}

/** Every scalar below a node with its path, in written order. */
export function* scalarsOf(node: SourceNode, path: Path = []): Generator<{ path: Path; scalar: SourceScalar }> {
  if (node.kind === 'scalar') yield { path, scalar: node };
  else if (node.kind === 'list') {
    for (const [index, item] of node.items.entries()) yield* scalarsOf(item, [...path, index]);
  } else for (const { key, value } of node.entries) yield* scalarsOf(value, [...path, key]);
}

/** `nodes.review.options[0].id` */
export function pathText(path: Path): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${key}`)).join('');
}
