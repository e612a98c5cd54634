// A waiting position: goes on at its time, when its signal comes, or when the run it called has ended. Never early.

import type { Change } from '../../nodes/contract/outcome.ts';
import { noValues, openValue, type Values } from '../../nodes/parts/large-value.ts';
import { nodeOf } from '../../workflow/graph.ts';
import type { Draft } from '../events.ts';
import type { Position, Wait } from '../state.ts';
import { decideContext } from './decide-context.ts';
import type { DecisionInput, NextStep } from './decision-input.ts';
import { draftFailed } from './draft-failed.ts';
import { draftCompleted } from './finish-attempt.ts';

/** How a called run ended, as it tells the one that waits for it. */
export type CallEnd = {
  run: string;
  status: 'completed' | 'failed' | 'cancelled';
  message: string | null;
  data: { computed: Record<string, unknown>; flags: Record<string, boolean>; custom: Record<string, unknown> };
  outputs: Record<string, unknown>;
};

function sharedChanges(data: CallEnd['data'], values: Values): Change[] {
  const { computed, flags, custom } = openValue(data, values) as CallEnd['data'];
  const set = (prefix: string, given: Record<string, unknown>): Change[] =>
    Object.entries(openValue(given, values) as Record<string, unknown>).map(([name, value]) => ({
      op: 'set',
      path: `${prefix}${name}`,
      value,
    }));
  return [...set('computed.', computed), ...set('flags.', flags), ...set('', custom)];
}

function afterCall(moment: DecisionInput, position: Position, wait: Wait, end: CallEnd): Draft[] {
  if (end.status !== 'completed') {
    const message = `run ${end.run} ${end.status === 'failed' ? 'failed' : 'was cancelled'}${end.message ? `: ${end.message}` : ''}`;
    return draftFailed(moment, position, { code: 'call_failed', message });
  }
  const node = nodeOf(moment.graph, position.node);
  const ctx = decideContext(moment, node, position, { result: end });
  const outputs = Object.fromEntries(
    Object.entries(wait.call?.outputs ?? {}).map(([name, text]) => [name, ctx.keep(text)]),
  );
  const changes = wait.call?.mode === 'inline' ? sharedChanges(end.data, moment.values ?? noValues) : [];
  const saved: Change[] = Object.entries(outputs).map(([name, value]) => ({
    op: 'set',
    path: `computed.${name}`,
    value,
  }));
  const result = { run: end.run, status: end.status, message: end.message, ...outputs };
  return draftCompleted(moment, position, result, { changes: [...changes, ...saved] });
}

export function walkWait(moment: DecisionInput, position: Position): NextStep[] {
  const { wait } = position;
  if (!wait) return [];
  const { until, signal, deadline, call } = wait;
  const now = wait.date ? (moment.date ?? moment.at) : moment.at;
  const arrived = signal === null ? undefined : moment.state.signals[signal];
  const record = (drafts: Draft[]): NextStep[] => [{ kind: 'record', drafts }];
  if (arrived && arrived.length > 0) {
    if (call)
      return record(afterCall(moment, position, wait, openValue(arrived[0], moment.values ?? noValues) as CallEnd));
    return record(draftCompleted(moment, position, arrived[0]));
  }
  if (until !== null && now >= until) return record(draftCompleted(moment, position, { until }));
  if (deadline !== null && moment.at >= deadline) {
    const message = `${nodeOf(moment.graph, position.node).name} waited until ${deadline} and nothing came`;
    return record(draftFailed(moment, position, { code: 'timeout', message }));
  }
  const times = [until, deadline].filter((time) => time !== null).sort();
  const wakes: NextStep[] = times[0] ? [{ kind: 'wake', at: times[0] }] : [];
  const { id, node, visit } = position;
  return call && signal ? [...wakes, { kind: 'call', position: id, node, visit, signal, call }] : wakes;
}
