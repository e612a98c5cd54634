// The result of a program or of a model is a group of keys, which is equal to no text and no number: whoever compares the
// whole of it means a part of it, and would never be told.
import { type Expression, parseExpression } from '../expression/expression.ts';
import type { LoadedNode } from '../load-nodes.ts';
import type { Findings } from '../problems/findings.ts';
import { holderText } from '../problems/schema-issue.ts';
import { nodeAt, type Path } from '../source/source-tree.ts';

/** What people mean by the result of each type, with `it` for the result. */
const meant: Record<string, string> = {
  task: 'it.result',
  cli: 'trim(it.stdout)',
  ai: 'it.text',
  agent: 'it.text',
  skill: 'it.text',
  command: 'it.text',
};

export function checkCompared(nodes: LoadedNode[], findings: Findings): void {
  const types = new Map(nodes.map(({ id, type }) => [id, type]));
  for (const node of nodes) {
    // The answer to its question is the result of a node that has one.
    const asks = node.gates.some(({ spec }) => spec.kind === 'question');
    const typeOf = (of: string | null) => (of === null ? (asks ? undefined : node.type) : types.get(of));
    for (const at of conditionsOf(node)) {
      const scalar = nodeAt(node.tree, at);
      const parsed = scalar?.kind === 'scalar' ? parseExpression(scalar.text) : null;
      if (scalar?.kind !== 'scalar' || !parsed?.ok) continue;
      for (const { of, offset } of comparedResults(parsed.expression)) {
        const words = meant[typeOf(of) ?? ''];
        if (words === undefined) continue;
        const written = of === null ? 'result' : `${of}.result`;
        findings.warning({
          code: 'compared_result',
          place: scalar.placeAt(offset),
          path: [...node.path, ...at],
          message: `${holderText([...node.path, ...at])} compares "${written}", which is a group of keys and equal to no value`,
          suggestion: `write ${words.replace('it', written)}`,
        });
      }
    }
  }
}

function conditionsOf({ common, definition, fields }: LoadedNode): Path[] {
  return [
    ...common.conditions.map((_, index) => ['conditions', index, 'if']),
    ...common.checks.map((check, index) => (typeof check === 'string' ? ['checks', index] : ['checks', index, 'if'])),
    ...(fields ? (definition?.expressions?.(fields) ?? []) : []).map(({ path }) => path),
  ];
}

type Compared = { of: string | null; offset: number };

/** Whole results beside == or != with a written value on the other side. */
function comparedResults(expression: unknown): Compared[] {
  if (typeof expression !== 'object' || expression === null) return [];
  const below = Object.values(expression).flatMap(comparedResults);
  const { kind, first, rest } = expression as Extract<Expression, { kind: 'binary' }>;
  const [part, ...others] = kind === 'binary' ? rest : [];
  if (!part || others.length > 0 || (part.operator !== '==' && part.operator !== '!=')) return below;
  const isLiteral = (one: Expression) => one.kind === 'literal' && one.value !== null;
  if (isLiteral(part.operand)) return [...below, ...wholeResult(first)];
  return isLiteral(first) ? [...below, ...wholeResult(part.operand)] : below;
}

function wholeResult(one: Expression): Compared[] {
  if (one.kind === 'name' && one.name === 'result') return [{ of: null, offset: one.offset }];
  if (one.kind !== 'chain' || one.base.kind !== 'name' || one.links.length !== 1) return [];
  const [link] = one.links;
  return link?.kind === 'key' && link.key === 'result' ? [{ of: one.base.name, offset: one.offset }] : [];
}
