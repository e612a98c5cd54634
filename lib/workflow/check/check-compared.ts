// The result of a program or of a model is a group of keys, which is equal to no text and no number: whoever compares the
// whole of it means a part of it, and would never be told.
import { type Expression, parseExpression } from '../expression/expression.ts';
import type { LoadedNode } from '../load-nodes.ts';
import { fieldsOfKind } from '../node-fields.ts';
import type { Findings } from '../problems/findings.ts';
import { holderText } from '../problems/schema-issue.ts';
import { nodeAt } from '../source/source-tree.ts';

export function checkCompared(nodes: LoadedNode[], findings: Findings): void {
  const meant = new Map(nodes.map(({ id, definition }) => [id, definition?.mainResult]));
  for (const node of nodes) {
    // The answer to its question is the result of a node that has one.
    const asks = node.gates.some(({ spec }) => spec.kind === 'question');
    const meantBy = (of: string | null) => (of === null && asks ? undefined : meant.get(of ?? node.id));
    for (const { at } of fieldsOfKind(node, 'expression')) {
      const scalar = nodeAt(node.tree, at);
      const parsed = scalar?.kind === 'scalar' ? parseExpression(scalar.text) : null;
      if (scalar?.kind !== 'scalar' || !parsed?.ok) continue;
      for (const { of, offset } of comparedResults(parsed.expression)) {
        const words = meantBy(of);
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
