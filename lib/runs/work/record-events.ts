// The one way events come to be: numbered, folded, appended with what follows from them (row, gates, artifacts, snapshot)
// in one commit, then announced. Nothing is announced before it is durable, and nothing becomes durable with a secret in it.

import type { Console, Needs } from '../../console/console.ts';
import { budgetEnd } from '../../engine/decide/run-gate.ts';
import type { Draft, EventOf, Gate, RunEvent } from '../../engine/events.ts';
import { applyEvent } from '../../engine/fold/apply-event.ts';
import { gateChanges, runGate } from '../../engine/fold/gate-changes.ts';
import { progressOf } from '../../engine/progress.ts';
import { checkpointState } from '../../engine/rewind/rewind.ts';
import { isTerminal, type RunState, stateVersion } from '../../engine/state.ts';
import { withoutHandles } from '../../nodes/parts/large-value.ts';
import type { Actor } from '../../people/actor.ts';
import { toldActs } from '../../people/audit/told-acts.ts';
import { isAnswerFact, signedFact } from '../../receipts/answer-receipt.ts';
import type { CheckpointRecord } from '../../store/contract/checkpoints.ts';
import type { Commit, NewRun } from '../../store/contract/commits.ts';
import type { NamedGate } from '../../store/contract/gates.ts';
import { findNode } from '../../workflow/graph.ts';
import { deliveriesOf, peopleToTell } from '../notify/notify-people.ts';
import { keptData } from './keep-large.ts';
import { forgetRun, type LiveRun, type RunRow, staleCommit } from './live-run.ts';
import { writeFresh } from './run-values.ts';

const snapshotEvery = 300;

/** A marker or a handle in the words of people and other systems must not be taken for one of ours. A called run has ours. */
function isFromOutside({ type, data }: Draft): boolean {
  if (type === 'signal_received') return !data.name.startsWith('call:');
  return type === 'gate_answered' || type === 'gate_voted';
}

function withoutSecrets({ secrets }: LiveRun, draft: Draft): Draft['data'] {
  return isFromOutside(draft) ? withoutHandles(secrets.clear(draft.data)) : secrets.redact(draft.data);
}

function gateOf({ gates }: RunState, { type, data }: RunEvent): Gate | undefined {
  return type === 'gate_answered' || type === 'gate_voted' ? gates[data.gate] : undefined;
}

/**
 * Numbers and folds events; they become durable with the next commitEvents. `actor` is whoever brought them about, if anybody;
 * `decidedAt` is when they were decided, if not now.
 */
export function draftEvents(
  house: Needs<'clock' | 'signer'>,
  run: LiveRun,
  drafts: Draft[],
  actor?: Actor,
  decidedAt?: string,
): RunEvent[] {
  if (drafts.length === 0) return [];
  let at = decidedAt ?? house.clock.at();
  // A clock that was set back before this console started must not make the story run backwards.
  if (at < run.state.updated_at) at = run.state.updated_at;
  return drafts.map((draft) => {
    const before = run.state;
    const data = keptData(run, draft.type, withoutSecrets(run, draft));
    const event = { ...draft, data, seq: before.seq + 1, at } as RunEvent;
    if (isAnswerFact(event)) event.data = signedFact(house.signer.sign, run.id, event);
    run.state = applyEvent(before, event);
    run.pending.push(event);
    for (const change of gateChanges(before, event)) run.gates.set(change.gate.id, runGate(run.id, change));
    if (actor) run.acts.push(...toldActs(run.id, event, actor, gateOf(before, event)));
    if (event.type === 'checkpoint_created') run.checkpoints.push(checkpointOf(run, event));
    return event;
  });
}

/** When the run wants to be looked at again by itself: at the end of a duration, and on a date. */
function wakeUpOf({ graph, state }: LiveRun): Pick<RunRow, 'wakeAt' | 'wakeOn'> {
  if (state.paused || state.held || isTerminal(state.status)) return { wakeAt: null, wakeOn: null };
  const first = (times: (string | null | undefined)[]) => times.filter((time) => typeof time === 'string').sort()[0];
  const waits = state.active.flatMap(({ phase, wait }) =>
    wait && (phase === 'waiting' || phase === 'suspended') ? [wait] : [],
  );
  const times = state.active.flatMap(({ phase, not_before, gate }) => {
    if (phase === 'backing_off') return [not_before];
    const asked = phase === 'asking' ? state.gates[gate ?? ''] : undefined;
    return asked ? [asked.expires_at, asked.remind_at, asked.escalate?.at] : [];
  });
  const durations = waits.flatMap(({ until, date, deadline }) => (date ? [deadline] : [until, deadline]));
  return {
    wakeAt: first([...times, ...durations, budgetEnd(graph, state)]) ?? null,
    wakeOn: first(waits.flatMap(({ until, date }) => (date ? [until] : []))) ?? null,
  };
}

/** Who or what from outside brings a waiting run on. What only the console itself can bring it on with is not named. */
function waitingOnOf(state: RunState, gate: Gate | undefined): string | null {
  if (gate) return gate.claimed?.name ?? ([...gate.assignees, ...(gate.escalated_to ?? [])].join(', ') || 'anyone');
  const awaited = state.active.find(
    ({ phase, wait }) => phase === 'waiting' && wait?.signal && !wait.call && !state.signals[wait.signal]?.length,
  );
  return state.status === 'waiting' && awaited ? `signal ${awaited.wait?.signal}` : null;
}

/** Only what is new: a column that is written, even with its old value, rewrites its indexes too. */
function changedRow(before: RunRow | null, row: RunRow): Partial<RunRow> {
  if (!before) return row;
  const changed: Record<string, unknown> = {};
  for (const column in row) {
    const value = row[column as keyof RunRow];
    if (value !== before[column as keyof RunRow]) changed[column] = value;
  }
  return changed;
}

/** Nothing of it works, because as many others do as may: runs of its workflow, or attempts of all. */
function isInLine({ graph, state }: LiveRun): boolean {
  if (state.status === 'queued') return graph.concurrency !== null;
  const working = state.active.filter(({ phase }) => phase === 'running');
  return working.length > 0 && working.every(({ in_line }) => in_line);
}

function rowOf(run: LiveRun): RunRow {
  const { state, graph } = run;
  const { done, total } = progressOf(graph, state);
  const gate = state.gates[state.held?.gate ?? ''] ?? Object.values(state.gates)[0];
  const node = gate?.node ?? (isTerminal(state.status) ? null : state.current_node);
  return {
    status: state.status,
    done,
    total,
    currentNode: node,
    currentType: node ? (findNode(graph, node)?.type ?? null) : null,
    waitingOn: waitingOnOf(state, gate),
    message: gate?.message ?? (isInLine(run) ? 'waiting for a slot' : state.message),
    startedAt: state.started_at,
    endedAt: state.ended_at,
    cost: state.spent?.cost || null,
    ...wakeUpOf(run),
  };
}

function checkpointOf(run: LiveRun, event: EventOf<'checkpoint_created'>): CheckpointRecord {
  const { name, label } = event.data;
  return { run: run.id, name, seq: event.seq, label, version: stateVersion, state: checkpointState(run.state, event) };
}

/** The approval outlives the run: the same command is not asked about again. */
function approvalOf(run: LiveRun): Commit['approveServer'] {
  for (const gate of run.gates.values()) {
    if (gate.server && gate.answer?.option === 'allow') {
      const { by, at } = gate.answer;
      return { hash: gate.server.hash, server: gate.server.id, workflow: run.state.workflow, by, at };
    }
  }
  return undefined;
}

function namedGates({ gates, graph }: LiveRun): NamedGate[] {
  return [...gates.values()].map((gate) => ({ ...gate, node_name: findNode(graph, gate.node)?.name }));
}

/** The wider a run is split, the larger is its snapshot, and the rarer: all of them together grow only with its events. */
function placesOf({ active }: RunState): number {
  return active.reduce((sum, { split }) => sum + 1 + (split?.branches.length ?? 0), 0);
}

export async function commitEvents(house: Console, run: LiveRun, create?: NewRun): Promise<void> {
  const telling = peopleToTell(house, run.pending);
  const people = telling ? await telling : [];
  const first = run.pending[0];
  if (!first) return;
  const { state, pending, movedTo: text } = run;
  const isWaiting = state.status === 'waiting' || state.status === 'paused';
  const wantsSnapshot = state.seq - run.snapshotSeq >= Math.max(isWaiting ? 1 : snapshotEvery, placesOf(state) / 4);
  const row = rowOf(run);
  const approveServer = approvalOf(run);
  const deliveries = deliveriesOf(house, people, pending, run.gates);
  const commit: Commit = {
    runId: run.id,
    expectedSeq: first.seq - 1,
    events: pending,
    row: { ...changedRow(run.row, row), ...(text && { name: text.name, version: text.version, versionId: text.id }) },
    ...(text ? { text } : {}),
    ...(create ? { create } : {}),
    ...(run.gates.size > 0 ? { gates: namedGates(run) } : {}),
    ...(run.artifacts.length > 0 ? { artifacts: run.artifacts } : {}),
    ...(run.checkpoints.length > 0 ? { checkpoints: run.checkpoints } : {}),
    ...(wantsSnapshot ? { snapshot: state } : {}),
    ...(approveServer ? { approveServer } : {}),
    ...(deliveries.length > 0 ? { deliveries } : {}),
    ...(run.acts.length > 0 ? { audit: run.acts } : {}),
  };
  run.pending = [];
  run.movedTo = null;
  run.artifacts = [];
  run.checkpoints = [];
  run.acts = [];
  run.gates = new Map();
  if (run.fresh.size > 0) await writeFresh(house, run);
  if (isWaiting || isTerminal(state.status)) run.loaded.clear();
  const result = await house.store.commit(commit);
  if (!result.ok) {
    forgetRun(house, run.id);
    if (result.reason === 'duplicate_key') throw new DuplicateKey(result.runId);
    throw staleCommit(run.id);
  }
  run.durableSeq = commit.expectedSeq + commit.events.length;
  run.row = row;
  if (wantsSnapshot) run.snapshotSeq = state.seq;
  if (row.wakeAt !== null || row.wakeOn !== null) house.timers.schedule(row.wakeAt, row.wakeOn);
  house.notifier.notify(run.id);
  if (deliveries.length > 0) house.outbox?.ring();
}

/** The idempotency key has been used: the first run is the answer. */
export class DuplicateKey extends Error {
  runId: string;

  constructor(runId: string) {
    super(`the idempotency key belongs to run ${runId}`);
    this.runId = runId;
  }
}

export async function recordEvents(house: Console, run: LiveRun, drafts: Draft[], actor?: Actor): Promise<RunEvent[]> {
  const events = draftEvents(house, run, drafts, actor);
  await commitEvents(house, run);
  return events;
}
