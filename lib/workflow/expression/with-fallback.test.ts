import { expect, test } from 'vitest';
import { withFallback } from './with-fallback.ts';

test.each([
  ['a', "a ?? ''"],
  ["nodes['N-001'].session_id", "nodes['N-001'].session_id ?? ''"],
  ['a.b[0]', "a.b[0] ?? ''"],
  ['a + b.c', "(a ?? '') + (b.c ?? '')"],
  ['len(a.b) > 2', "len((a.b ?? '')) > 2"],
  ['a[b.c].d', "a[b.c].d ?? ''"],
  ['a.map(x => x.b + c)', "a.map(x => x.b + c) ?? ''"],
  ["a ?? 'known'", "a ?? 'known'"],
  ['a ? b : 1', "(a ?? '') ? (b ?? '') : 1"],
  ['retry_count < 3 && a', "retry_count < 3 && (a ?? '')"],
  ['a +', 'a +'],
])('every reference that may be missing has a value for it: %s', (text, made) => {
  expect(withFallback(text, "''")).toBe(made);
});
