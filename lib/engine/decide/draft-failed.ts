// A failed attempt is tried again, after a pause that doubles each time, until there are no more attempts.
import { nodeOf } from '../../workflow/graph.ts';
import type { Draft } from '../events.ts';
import type { Position } from '../state.ts';
import { type DecisionInput, positionKey, visitKeys } from './decision-input.ts';

export function draftFailed(
  moment: DecisionInput,
  position: Position,
  error: { code: string; message: string },
  isFinal = false,
): Draft[] {
  const { retry } = nodeOf(moment.graph, position.node);
  const keys = visitKeys(position);
  const failures = position.failures + 1;
  if (isFinal || failures >= retry.attempts) {
    return [{ type: 'node_failed', ...keys, data: { ...positionKey(position), error } }];
  }
  const delay = Math.min(retry.backoff * 2 ** (failures - 1), retry.max_backoff);
  const notBefore = new Date(Date.parse(moment.at) + delay).toISOString();
  const data = { ...positionKey(position), error, next_attempt: position.attempt + 1, not_before: notBefore };
  return [{ type: 'retry', ...keys, data }];
}
