// How an attempt ends: a result is extracted and saved, a failure is retried or final. Pure: the acting is elsewhere.
import type { Change, Outcome } from '../nodes/define-node.ts';
import { definitionOf } from '../nodes/index.ts';
import { nodeOf } from '../workflow/graph.ts';
import { changeData } from './change-data.ts';
import { decideContext } from './decide-context.ts';
import type { Draft } from './events.ts';
import { type Moment, named, problemOf, visitOf } from './moment.ts';
import type { Position } from './state.ts';

function savedChanges(moment: Moment, position: Position, result: unknown): Change[] {
  const node = nodeOf(moment.graph, position.node);
  const ctx = decideContext(moment.graph, moment.state, node, position, moment.at, { result });
  return Object.entries(node.save).map(([name, template]) => {
    const rooted = /^(computed|flags)\./.test(name) || Object.hasOwn(moment.state.custom, name.split('.')[0] as string);
    return { op: 'set', path: rooted ? name : `computed.${name}`, value: ctx.render(template) };
  });
}

export function completed(
  moment: Moment,
  position: Position,
  result: unknown,
  more: { outcome?: Record<string, unknown>; changes?: Change[]; to?: string | null; prev?: string | null } = {},
): Draft[] {
  const keys = visitOf(position);
  const didWork = definitionOf(nodeOf(moment.graph, position.node).type)?.group === 'work';
  const prev = didWork ? position.node : more.prev;
  let changes: Change[];
  try {
    changes = [...(more.changes ?? []), ...savedChanges(moment, position, result)];
    // What cannot be changed fails here, where a person can be asked, and never in the fold.
    changes.reduce(changeData, moment.state);
  } catch (error) {
    return failed(moment, position, problemOf(error, 'unresolved'), true);
  }
  return [
    ...(changes.length > 0 ? [{ type: 'variable_set' as const, ...keys, data: { changes } }] : []),
    {
      type: 'node_completed',
      ...keys,
      data: {
        ...named(position),
        output: result ?? null,
        outcome: more.outcome ?? { success: true },
        to: more.to ?? null,
        ...(prev ? { prev } : {}),
      },
    },
  ];
}

export function failed(
  moment: Moment,
  position: Position,
  error: { code: string; message: string },
  isFinal = false,
): Draft[] {
  const { retry } = nodeOf(moment.graph, position.node);
  const keys = visitOf(position);
  const failures = position.failures + 1;
  if (isFinal || failures >= retry.attempts) {
    return [{ type: 'node_failed', ...keys, data: { ...named(position), error } }];
  }
  const delay = Math.min(retry.backoff * 2 ** (failures - 1), retry.max_backoff);
  const notBefore = new Date(Date.parse(moment.at) + delay).toISOString();
  const data = { ...named(position), error, next_attempt: position.attempt + 1, not_before: notBefore };
  return [{ type: 'retry', ...keys, data }];
}

export function finishAttempt(moment: Moment, position: Position, outcome: Outcome): Draft[] {
  return outcome.ok ? completed(moment, position, outcome.result) : failed(moment, position, outcome.error);
}
