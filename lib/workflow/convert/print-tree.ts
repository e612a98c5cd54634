// A tree as YAML that reads back as the same tree: plain values as they were written, texts with quotes where they need
// them, long ones over several lines.
import { Document, isScalar, type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { SourceMap, SourceNode, SourceScalar } from '../source/source-tree.ts';

/** Up to so many characters a group without groups inside is written in one line. */
const mostInOneLine = 90;

export function printTree(root: SourceMap, comment: string): string {
  const document = new Document(null, { schema: 'core', version: '1.2' });
  document.contents = nodeOf(root, 0) as typeof document.contents;
  document.commentBefore = comment;
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

function nodeOf(source: SourceNode, depth: number): Node {
  if (source.kind === 'scalar') return scalarOf(source);
  if (source.kind === 'list') {
    const list = new YAMLSeq();
    list.items = source.items.map((item) => nodeOf(item, depth + 1));
    list.flow = list.items.length === 0 || (depth > 1 && isShort(list.items));
    return list;
  }
  const map = new YAMLMap();
  map.items = source.entries.map(({ key, value }) => new Pair(new Scalar(key), nodeOf(value, depth + 1)));
  map.flow = map.items.length === 0 || (depth > 2 && isShort(map.items.map(({ value }) => value)));
  return map;
}

function scalarOf({ value, text }: SourceScalar): Scalar {
  const scalar = new Scalar<unknown>(value);
  // `1.10` is a version where a text is wanted, and 1.1 where a number is.
  if (typeof value === 'number') scalar.minFractionDigits = /\.(\d+)$/.exec(text)?.[1]?.length ?? 0;
  if (typeof value === 'string' && value.includes('\n') && !/^\s|[ \t]\n|\r/.test(value)) scalar.type = 'BLOCK_LITERAL';
  return scalar;
}

function isShort(values: unknown[]): boolean {
  const texts = values.map((value) => (isScalar(value) ? String(value.value) : null));
  return (
    texts.every((text) => text !== null && !text.includes('\n')) &&
    texts.reduce((length, text) => length + (text ?? '').length + 8, 0) <= mostInOneLine
  );
}
