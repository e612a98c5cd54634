// How the events of one commit become one text, and back. Every step of every run is kept this way for good, so it is short:
// types are numbers, what an event shares with the one before it is left out, and the commonest data have short forms. Texts
// are read back for years: the list of types may only grow at its end, and what a left-out value means may never change.
import type { EventOf, EventType, RunEvent } from '../engine/events.ts';

const types = [
  ...['run_created', 'run_started', 'node_started', 'node_suspended', 'background_awaited', 'node_completed'],
  ...['node_failed', 'node_skipped', 'node_interrupted', 'retry', 'tool_call', 'tool_result', 'model_call'],
  ...['vision_summary', 'target_resolved', 'app_resolved', 'element_resolved', 'check_evaluated', 'checks_completed'],
  ...['budget_warned', 'branch_evaluated', 'loop_iteration', 'loop_exited', 'branch_ended', 'signal_received'],
  ...['variable_set', 'output', 'progress', 'artifact_saved', 'gate_opened', 'gate_voted', 'gate_reminded'],
  ...['gate_answered', 'gate_expired', 'checkpoint_created', 'rolled_back', 'run_restarted', 'warning', 'run_paused'],
  ...['run_resumed', 'run_completed', 'run_failed', 'run_cancelled', 'slot_taken', 'gate_claimed'],
  ...['gate_escalated'],
] as EventType[];

const codeOf = new Map(types.map((type, code) => [type, code]));

type Keys = { node?: string | undefined; visit?: number | undefined; attempt?: number | undefined };

/**
 * Type and data; then node, visit and attempt unless they are those of the event before, null where there is none; last the
 * milliseconds since the batch's time, unless they are those of the event before.
 */
type Kept = [
  code: number | string,
  data: unknown,
  node?: string | null,
  visit?: number | null,
  attempt?: number | null,
  later?: number,
];

/** What most completed nodes say, kept as 0. */
const plainly = (node: string | undefined) => ({ output: null, outcome: { success: true }, to: null, prev: node });

function isPlain({ node, data }: EventOf<'node_completed'>): boolean {
  if (data.output !== null || data.to !== null || data.prev !== node) return false;
  return sizeOf(data) === 4 && sizeOf(data.outcome) === 1 && data.outcome.success === true;
}

/** Changes that only set are kept as pairs of path and value. */
function pairsOf({ data }: EventOf<'variable_set'>): [string, unknown][] | null {
  if (sizeOf(data) > 1) return null;
  const pairs: [string, unknown][] = [];
  for (const change of data.changes) {
    if (change.op !== 'set' || sizeOf(change) !== 3) return null;
    pairs.push([change.path, change.value]);
  }
  return pairs;
}

function sizeOf(object: object): number {
  let size = 0;
  for (const _ in object) size++;
  return size;
}

function shortened(event: RunEvent): unknown {
  if (event.type === 'node_completed' && isPlain(event)) return 0;
  return (event.type === 'variable_set' && pairsOf(event)) || event.data;
}

function restored(data: unknown, node: string | undefined): unknown {
  if (data === 0) return plainly(node);
  if (!Array.isArray(data)) return data;
  return { changes: data.map(([path, value]: [string, unknown]) => ({ op: 'set', path, value })) };
}

export type EventBatch = { first: number; at: number; events: string };

export function encodeEvents(events: RunEvent[]): EventBatch {
  const [start] = events;
  const at = Date.parse(start?.at ?? '');
  let keys: Keys = {};
  let later = 0;
  let time = start?.at;
  const kept: Kept[] = [];
  for (const event of events) {
    const head: Kept = [codeOf.get(event.type) ?? event.type, shortened(event)];
    kept.push(head);
    const since = event.at === time ? later : Date.parse(event.at) - at;
    time = event.at;
    const isSame = event.node === keys.node && event.visit === keys.visit && event.attempt === keys.attempt;
    if (isSame && since === later) continue;
    head.push(event.node ?? null, event.visit ?? null, event.attempt ?? null);
    if (since !== later) head.push(since);
    keys = event;
    later = since;
  }
  return { first: start?.seq ?? 0, at, events: JSON.stringify(kept) };
}

export function decodeEvents({ first, at, events }: EventBatch): RunEvent[] {
  let keys: Keys = {};
  let time = new Date(at).toISOString();
  return (JSON.parse(events) as Kept[]).map(([code, data, node, visit, attempt, later], index) => {
    const type = typeof code === 'string' ? code : types[code];
    if (type === undefined) throw new Error(`event ${first + index} is of a type that this version does not know`);
    if (node !== undefined) {
      keys = {};
      if (node !== null) keys.node = node;
      if (typeof visit === 'number') keys.visit = visit;
      if (typeof attempt === 'number') keys.attempt = attempt;
    }
    if (later !== undefined) time = new Date(at + later).toISOString();
    return { seq: first + index, at: time, type, ...keys, data: restored(data, keys.node) } as RunEvent;
  });
}
