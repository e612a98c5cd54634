// For tests: a file, converted and loaded again, gives the same graph. Places are of another text; and what a missing
// reference means is written out in the converted one.
import { expect } from 'vitest';
import { convertWorkflow } from '../../workflow/convert/convert.ts';
import type { Dialect } from '../../workflow/dialects/dialect.ts';
import { nativeFormat } from '../../workflow/dialects/format-names.ts';
import { loadWorkflow } from '../../workflow/load.ts';
import { describeProblem } from '../../workflow/problems/problem.ts';

const withoutFallback = (text: string) => {
  const plain = text.replaceAll(/ \?\? (?:''|null)/g, '');
  // What a fallback was put around for.
  return plain.replaceAll(/\(([\w.?[\]'"-]+)\)/g, '$1');
};

function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return withoutFallback(value);
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'place' && key !== 'missing');
  return Object.fromEntries(entries.map(([key, inner]) => [key, shapeOf(inner)]));
}

/** The native text, for whoever wants to look at it. */
export function expectSameGraph(text: string, options: { dialects?: readonly Dialect[] } = {}): string {
  const loaded = loadWorkflow(text, options);
  const converted = convertWorkflow(text, options);
  expect(loaded.graph, loaded.problems.map((problem) => describeProblem(problem)).join('\n')).not.toBeNull();
  const again = loadWorkflow(converted.text ?? '', options);
  expect(again.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(again.format).toBe(nativeFormat);
  expect(again.graph?.missing).toBe('error');
  expect(shapeOf(again.graph)).toEqual(shapeOf(loaded.graph));
  return converted.text ?? '';
}
