// Folds events into the rows and bars of the timeline: one track a node, one bar a wait or an attempt, one a round of a
// loop. Visits at the same time are told apart by their number, so that no event ever ends another visit's bar.
// Pure and incremental: a batch of events copies only the tracks it touches, so a live page pays for what is new.
// It knows times and kinds; where a bar stands on the screen is time-scale's business.

import { concerns, type EventFor } from '../event-concerns.ts';
import { reopensRun } from '../event-types.ts';
import type { EventOf, RunEvent } from '../events.ts';
import { branchPositionId, mainPosition } from '../position.ts';
import { addModelCall, endCalls, endToolCall, openToolCall } from './call-bars.ts';
import { closeBar, cutOff, endAll } from './close-bars.ts';

export type BarKind =
  | 'running'
  | 'completed'
  | 'failed'
  | 'waiting'
  | 'backoff'
  | 'skipped'
  | 'interrupted'
  | 'cancelled';

export type Bar = {
  /** The event that opened it: a stable key. */
  seq: number;
  kind: BarKind;
  visit: number;
  attempt: number;
  /** Milliseconds since the epoch; an open bar has no end. */
  start: number;
  end: number | null;
  note: string | null;
  /** It waited for what is not awaited any more: cancelled, and yet no time of work. */
  cut?: true;
  /** How the node stands when a person answers this question with "abort". */
  stops?: 'failed' | 'cancelled';
  /** Which of the run's positions was here. */
  position: string;
  /** What a split walks at the same time, in order. */
  branches?: { key: string; position: string; item?: unknown }[];
  /** The signal by which a called run answers; its id follows from it. */
  call?: string;
  /** What one model call read, wrote and cost; null when the model has no price. */
  tokens?: { input: number; output: number; cost: number | null };
  /** It stands for so many, from its visit to this one: see thin-timeline. */
  count?: number;
  lastVisit?: number;
};

/**
 * A loop's `rounds` are bars whose visit is the round's number; `models` are the calls of each model. `visits` is the
 * highest visit among its bars, so that the first event of a new one looks for no bar of it.
 */
export type Track = {
  visits: number;
  bars: Bar[];
  tools: Record<string, Bar[]>;
  models: Record<string, Bar[]>;
  rounds: Bar[];
};

export type Timeline = {
  seq: number;
  start: number | null;
  end: number | null;
  tracks: Record<string, Track>;
  /** How often the run went from one node to another, by `wayKey`. */
  taken: Record<string, number>;
  /** When its images were saved, in that order. */
  images: SavedImage[];
};

export type SavedImage = { id: string; seq: number; at: number };

export const emptyTimeline: Timeline = { seq: 0, start: null, end: null, tracks: {}, taken: {}, images: [] };

export const wayKey = (from: string, to: string) => `${from} → ${to}`;

const endKinds = { run_completed: 'completed', run_failed: 'failed', run_cancelled: 'cancelled' } as const;
const noTrack: Track = { visits: 0, bars: [], tools: {}, models: {}, rounds: [] };

export function foldTimeline(timeline: Timeline, events: readonly RunEvent[]): Timeline {
  const next: Timeline = { ...timeline, tracks: { ...timeline.tracks }, taken: { ...timeline.taken } };
  const owned = new Set<string>();
  const trackOf = (node: string): Track => {
    let track = next.tracks[node] ?? noTrack;
    if (!owned.has(node)) {
      owned.add(node);
      const { visits, bars, tools, models, rounds } = track;
      track = { visits, bars: [...bars], tools: copied(tools), models: copied(models), rounds: [...rounds] };
      next.tracks[node] = track;
    }
    return track;
  };
  for (const event of events) {
    if (event.seq <= next.seq) continue;
    next.seq = event.seq;
    if (concerns('timeline', event)) foldOne(next, event, trackOf);
  }
  return next;
}

function copied(calls: Record<string, Bar[]>): Record<string, Bar[]> {
  return Object.fromEntries(Object.entries(calls).map(([name, bars]) => [name, [...bars]]));
}

function foldOne(timeline: Timeline, event: EventFor<'timeline'>, trackOf: (node: string) => Track) {
  const at = Date.parse(event.at);
  timeline.start ??= at;
  const track = () => trackOf(event.node ?? '');
  takeWay(timeline, event);
  switch (event.type) {
    case 'run_created':
      return;
    case 'node_started':
      close(track(), event, at);
      add(track(), startedBar(event, at));
      return;
    case 'slot_taken':
      close(track(), event, at);
      add(track(), open(event, 'running', at));
      return;
    case 'gate_opened':
      if (event.node === undefined) return;
      ask(track(), event, at);
      return;
    case 'gate_answered':
      if (event.node === undefined) return;
      close(track(), event, at, undefined, event.data.answer.option);
      return;
    case 'gate_expired':
      close(track(), event, at, undefined, event.data.then);
      return;
    case 'node_completed':
      finish(track(), event, 'completed', at, null);
      return;
    case 'node_failed':
      finish(track(), event, 'failed', at, event.data.error.message);
      return;
    case 'node_skipped':
      finish(track(), event, 'skipped', at, event.data.reason);
      return;
    case 'node_interrupted':
      finish(track(), event, 'interrupted', at, event.data.reason);
      return;
    case 'retry':
      finish(track(), event, 'failed', at, event.data.error.message);
      add(track(), { ...open(event, 'backoff', at), attempt: event.data.next_attempt });
      return;
    case 'node_suspended':
      suspend(track(), event, at);
      return;
    case 'tool_call':
      openToolCall(track(), event, open(event, 'running', at));
      return;
    case 'tool_result':
      endToolCall(track(), event, at);
      return;
    case 'model_call':
      if (event.node !== undefined) addModelCall(track(), event, open(event, 'completed', at));
      return;
    case 'loop_iteration':
      endRound(track().rounds, event, at);
      track().rounds.push({ ...open(event, 'running', at), visit: event.data.iteration });
      return;
    case 'loop_exited':
      endRound(track().rounds, event, at);
      return;
    case 'artifact_saved':
      if (event.data.type.startsWith('image/'))
        timeline.images = [...timeline.images, { id: event.data.id, seq: event.seq, at }];
      return;
    case 'branch_ended':
      if (event.data.cancelled) cutOff(timeline, trackOf, at, event.data.position);
      return;
    case 'run_restarted':
    case 'rolled_back':
      if (!reopensRun(event)) return;
      endAll(timeline, trackOf, at, 'cancelled');
      timeline.end = null;
      return;
    case 'run_completed':
    case 'run_failed':
    case 'run_cancelled':
      endAll(timeline, trackOf, at, endKinds[event.type]);
      return;
    default:
      event satisfies never;
  }
}

function takeWay(timeline: Timeline, event: RunEvent) {
  const from = 'from' in event.data ? event.data.from?.node : null;
  if (!from || !event.node) return;
  const key = wayKey(from, event.node);
  timeline.taken[key] = (timeline.taken[key] ?? 0) + 1;
}

function open(event: RunEvent, kind: BarKind, at: number): Bar {
  return {
    seq: event.seq,
    kind,
    visit: event.visit ?? 1,
    attempt: event.attempt ?? 1,
    start: at,
    end: null,
    note: null,
    position: ('position' in event.data && event.data.position) || mainPosition,
  };
}

function startedBar(event: EventOf<'node_started'>, at: number): Bar {
  const { wait, fork, in_line } = event.data;
  if (in_line) return { ...open(event, 'waiting', at), note: 'for a slot' };
  if (wait) {
    const call = wait.call && wait.signal ? { call: wait.signal } : {};
    return { ...open(event, 'waiting', at), note: awaited(wait), ...call };
  }
  const bar = open(event, 'running', at);
  if (!fork) return bar;
  const branches = fork.branches.map(({ start: _start, ...branch }) => ({
    ...branch,
    position: branchPositionId(bar.position, event.node ?? '', bar.visit, branch.key),
  }));
  return { ...bar, branches };
}

function awaited({ until, signal, call }: NonNullable<EventOf<'node_started'>['data']['wait']>): string | null {
  if (call) return `runs ${call.workflow}`;
  if (signal) return `for the signal ${signal}`;
  return until && `until ${until}`;
}

/** The newest bar of the event's visit; of all when it names none. */
function latest({ bars, visits }: Track, { visit }: RunEvent): number {
  if (visit === undefined) return bars.length - 1;
  return visit > visits ? -1 : bars.findLastIndex((bar) => bar.visit === visit);
}

function add(track: Track, bar: Bar) {
  track.bars.push(bar);
  track.visits = Math.max(track.visits, bar.visit);
}

/** A gate node starts and asks in one breath: its wait, which began with its start, is all there is to show. */
function ask(track: Track, event: EventOf<'gate_opened'>, at: number) {
  const index = latest(track, event);
  const start = event.data.gate.slot === 'self' && track.bars[index]?.kind === 'running' ? track.bars[index] : null;
  if (start) track.bars.splice(index, 1);
  close(track, event, at);
  const note = event.data.gate.message.trim().split('\n', 1)[0] ?? null;
  const asked = { ...open(event, 'waiting', at), ...(start ? { seq: start.seq } : {}) };
  add(track, { ...asked, note, ...stopsAt(event.data.gate.purpose) });
}

function stopsAt(purpose: EventOf<'gate_opened'>['data']['gate']['purpose']): Pick<Bar, 'stops'> {
  if (purpose === 'failure') return { stops: 'failed' };
  return purpose === 'rejected' || purpose === 'visits' || purpose === 'checkpoint' ? { stops: 'cancelled' } : {};
}

/** Ends the visit's open bar, if there is one; a running one turns into what it came to, a wait stays a wait. */
function close(track: Track, event: RunEvent, at: number, kind?: BarKind, note?: string | null) {
  closeBar(track.bars, latest(track, event), at, kind, note);
}

/** Ends the running bar as `kind`. What had no running bar (a branch, a skipped node) leaves a mark of no length. */
function finish(track: Track, event: RunEvent, kind: BarKind, at: number, note: string | null) {
  endCalls(track, event, at, kind);
  const last = track.bars[latest(track, event)];
  const wasRunning = last?.end === null && last.kind === 'running';
  close(track, event, at, kind, wasRunning ? note : undefined);
  const waitWasAll = kind === 'completed' && last?.kind === 'waiting';
  if (!wasRunning && !waitWasAll) {
    add(track, { ...open(event, kind, at), ...(last ? { position: last.position } : {}), end: at, note });
  }
}

const suspensions = { callback: 'for its callback', budget: 'for a new budget' };

/** The work so far stands; what follows is a wait. An approval of a call or a server is a gate, which brings its own. */
function suspend(track: Track, event: EventOf<'node_suspended'>, at: number) {
  const position = track.bars[latest(track, event)]?.position ?? mainPosition;
  close(track, event, at);
  const { reason } = event.data;
  if (reason === 'callback' || reason === 'budget')
    add(track, { ...open(event, 'waiting', at), position, note: suspensions[reason] });
}

/** Rounds follow each other at one position; another branch may be in a round of the same loop. */
function endRound(rounds: Bar[], event: EventOf<'loop_iteration' | 'loop_exited'>, at: number) {
  const position = event.data.position ?? mainPosition;
  closeBar(
    rounds,
    rounds.findLastIndex((round) => round.position === position),
    at,
  );
}
