// What the tests of the expression language share: one small scope, and evaluation from text to value or failure.
import {
  type EvaluateOptions,
  evaluate,
  isExpressionError,
  parseExpression,
  scopeOf,
} from '../../workflow/expression/expression.ts';

export const data = {
  inputs: { repo: '.', since: 'v1', publish: true, count: 3 },
  computed: {
    commits: ['a1 fix', 'b2 add'],
    items: [
      { id: 1, tags: ['x'] },
      { id: 2, tags: [] },
    ],
    empty: null,
  },
  flags: { approved: false },
  nodes: { 'my-node': { output: 'done' } },
  title: 'Release',
};

export function run(text: string, values: Record<string, unknown> = data, options?: EvaluateOptions): unknown {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`does not parse: ${parsed.message}`);
  return evaluate(parsed.expression, scopeOf(values), options);
}

export function failure(text: string, values: Record<string, unknown> = data, options?: EvaluateOptions) {
  const parsed = parseExpression(text);
  if (!parsed.ok) return { message: parsed.message, offset: parsed.offset };
  try {
    const value = evaluate(parsed.expression, scopeOf(values), options);
    throw new Error(`${text} yields ${JSON.stringify(value)}`);
  } catch (error) {
    if (!isExpressionError(error)) throw error;
    const { message, offset, path } = error;
    return path === undefined ? { message, offset } : { message, offset, path };
  }
}
