// Texts of a blueprint with `${…}` in them, in the native language. In words that people or a model read, an inner that
// has no native words is left standing as it is written, and a warning says so; in a value it would be wrong, so the whole
// text is refused and its consequence becomes something that a model or a person does.
import type { SourceNode, SourceScalar } from '../../../source/source-tree.ts';
import { listFrom, mapOfEntries, replaceParts } from '../../borrowed-tree.ts';
import { innerEnd, nativeInner, type ReadPath } from './expression.ts';

const mostInners = 1_000;

export type Inner = { text: string; from: number; to: number };

export function innersOf(text: string): Inner[] {
  const found: Inner[] = [];
  for (let from = text.indexOf('${'); from !== -1; from = text.indexOf('${', from)) {
    // Nobody writes so many: the rest stays as it is written.
    const end = found.length < mostInners ? innerEnd(text, from + 2) : text.length;
    found.push({ text: text.slice(from + 2, end), from, to: Math.min(end + 1, text.length) });
    from = end;
  }
  return found;
}

/** A text that is no template, whatever stands in it. */
export const asWritten = (text: string) => text.replaceAll('${', () => '$${');

type Reading = {
  path: ReadPath;
  locals?: string[];
  /** A path that leads nowhere is nothing, also where it stands alone. */
  isLenient?: boolean;
  onUnread?: ((inner: Inner) => void) | undefined;
};

/** Null when an inner has no native words and nobody wants to hear of it. */
export function nativeText(scalar: SourceScalar, { path, locals, isLenient, onUnread }: Reading): SourceScalar | null {
  if (typeof scalar.value !== 'string' || !scalar.text.includes('${')) return scalar;
  const inners = innersOf(scalar.text).map((inner) => ({
    inner,
    native: nativeInner(inner.text, path, locals, isLenient),
  }));
  const unread = inners.filter(({ native }) => native === null);
  if (unread.length > 0 && !onUnread) return null;
  for (const { inner } of unread) onUnread?.(inner);
  return replaceParts(
    scalar,
    inners.map(({ inner, native }) => ({
      from: inner.from,
      to: inner.to,
      text: native === null ? asWritten(scalar.text.slice(inner.from, inner.to)) : `\${${native}}`,
    })),
  );
}

/** The same for every text inside of a value. */
export function nativeValue(node: SourceNode, reading: Reading): SourceNode | null {
  if (node.kind === 'scalar') return nativeText(node, reading);
  if (node.kind === 'list') {
    const items = node.items.map((item) => nativeValue(item, reading));
    return items.includes(null) ? null : listFrom(node, items as SourceNode[]);
  }
  const values = node.entries.map((entry) => ({ ...entry, value: nativeValue(entry.value, reading) }));
  return values.some(({ value }) => value === null) ? null : mapOfEntries(node, values as typeof node.entries);
}
