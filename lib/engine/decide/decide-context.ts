// The pure context that a deciding node gets: expressions and templates over the run's state, nothing else. What a
// missing reference means is the graph's to say.

import type { DecideContext } from '../../nodes/contract/node-context.ts';
import { asText } from '../../nodes/parts/as-text.ts';
import { noValues, wholeValue } from '../../nodes/parts/large-value.ts';
import { evaluate, isTruthy, parseExpression } from '../../workflow/expression/expression.ts';
import type { GraphNode } from '../../workflow/graph.ts';
import { renderValue } from '../../workflow/template.ts';
import { changeData, readData } from '../fold/change-data.ts';
import { type ScopeExtras, scopeAt } from '../scope.ts';
import type { Position } from '../state.ts';
import type { DecisionInput } from './decision-input.ts';
import { groundedChange } from './grounded-change.ts';
import { missingReference } from './missing-warnings.ts';

export function decideContext(
  { graph, state, at, warn, values = noValues, mostItems = Number.POSITIVE_INFINITY }: DecisionInput,
  node: GraphNode,
  position: Position | null,
  extras: ScopeExtras = {},
): DecideContext {
  let seen = state;
  const { missing } = graph;
  const onMissing =
    warn && missing === 'empty' ? (path: string) => warn(missingReference(node, position, path)) : undefined;
  const options = { now: at, missing, onMissing, values };
  const contextWith = (known: ScopeExtras): DecideContext => {
    const evaluateText = (text: string) => {
      const parsed = parseExpression(text);
      if (!parsed.ok) throw new Error(`"${text}" is not an expression: ${parsed.message}`);
      return evaluate(parsed.expression, scopeAt(graph, seen, position, known, values), options);
    };
    const keep = (value: unknown) => renderValue(value, scopeAt(graph, seen, position, known, values), options);
    const render = (value: unknown) => wholeValue(keep(value), values);
    return {
      nodeId: node.id,
      nodeName: node.name,
      visit: position?.visit ?? 0,
      attempt: position?.attempt ?? 0,
      now: at,
      mostItems,
      evaluate: (text) => wholeValue(evaluateText(text), values),
      isTrue: (text) => isTruthy(evaluateText(text)),
      render,
      keep,
      renderText: (text) => asText(render(text)),
      read: (path) => wholeValue(readData(seen, path, values), values),
      apply: (change) => {
        seen = changeData(seen, groundedChange(seen, change, values));
      },
      within: (names) => contextWith({ ...known, names: { ...known.names, ...names } }),
    };
  };
  return contextWith(extras);
}
