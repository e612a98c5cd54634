// What is known of one node, as a whole, of one of its visits or of one attempt of it: what the inspector shows.
import type { RunEvent } from '../events.ts';
import type { RunGate } from '../fold/gate-changes.ts';
import type { NodeState, RunArtifact } from '../state.ts';
import type { NodeFacts } from './node-facts.ts';
import { type Standing, standingOf } from './node-standing.ts';
import type { RunView } from './run-view.ts';
import { countOf } from './thin-timeline.ts';
import { type Bar, emptyTimeline, foldTimeline } from './timeline.ts';
import { statusOfBars } from './timeline-lanes.ts';
import { visitFacts } from './visit-facts.ts';
import { isOfVisit } from './visit-range.ts';

type Times = { from: string; to: string | null };

export type NodeView = {
  /** The visit that is looked at, and the attempt of it; null for the node, or the visit, as a whole. */
  visit: number | null;
  attempt: number | null;
  standing: Standing;
  /** Those of every visit, and those that are looked at. */
  allBars: readonly Bar[];
  bars: readonly Bar[];
  times: Times | null;
  visits: number;
  attempts: number;
  facts: NodeFacts | undefined;
  output: unknown;
  /** Those that were answered or voted on. */
  gates: RunGate[];
  artifacts: RunArtifact[];
  events: RunEvent[];
  /** Those of the visit that is looked at, or of the latest one. */
  visitEvents: RunEvent[];
};

type Wanted = { visit: number | null; attempt: number | null };

export const wholeNode: Wanted = { visit: null, attempt: null };

/**
 * A visit that the node never had means all of them, an attempt without a visit is of the latest one. `earlier` are events
 * of the visit that are older than the view's own.
 */
export function nodeView(view: RunView, node: string, wanted: Wanted, earlier: readonly RunEvent[] = []): NodeView {
  const { state, timeline } = view;
  const known = state.nodes[node];
  const allBars = timeline.tracks[node]?.bars ?? [];
  const asked = wanted.visit ?? (wanted.attempt === null ? null : (known?.visits ?? null));
  const visit = asked !== null && allBars.some((bar) => isOfVisit(bar, asked)) ? asked : null;
  const held = eventsUpTo(view, earlier);
  const isHere = (one: { node?: string; visit?: number }) =>
    one.node === node && (visit === null || one.visit === visit);
  const events = held.filter(isHere);
  const visitEvents = visit === null ? events.filter((event) => event.visit === known?.visits) : events;
  const shared = {
    allBars,
    visits: known?.visits ?? 0,
    gates: view.gates.filter((gate) => isHere(gate) && (gate.answer || gate.votes?.length)),
    artifacts: view.artifacts.filter(isHere),
    events,
    visitEvents,
  };
  if (visit === null) {
    return {
      ...shared,
      visit,
      attempt: null,
      standing: standingOf(state, node),
      bars: allBars,
      times: timesOfNode(known),
      attempts: known?.attempts ?? 0,
      facts: view.facts[node] ?? visitFacts(held, node, known?.visits ?? 1),
      output: state.outputs[node],
    };
  }
  const bars = visitBars(allBars, events, node, visit);
  const attempts = bars.at(-1)?.attempt ?? 1;
  const ownBars = bars.filter((bar) => bar.attempt === wanted.attempt);
  const isOne = wanted.attempt !== null && ownBars.length > 0;
  const own = isOne ? ofAttempt(shared, wanted.attempt as number) : shared;
  const shownBars = isOne ? ownBars : bars;
  const facts = visitFacts(own.events, node, visit);
  return {
    ...own,
    visit,
    attempt: isOne ? wanted.attempt : null,
    standing: statusOfBars(shownBars),
    bars: shownBars,
    times: timesOfBars(shownBars),
    attempts,
    facts,
    output: facts?.output,
  };
}

/** What people were asked in between belongs to the attempt before it. */
function ofAttempt<Shown extends Pick<NodeView, 'events' | 'visitEvents' | 'gates' | 'artifacts'>>(
  shown: Shown,
  attempt: number,
): Shown {
  let at = 1;
  const events = shown.events.filter((event) => {
    at = event.attempt ?? at;
    return at === attempt;
  });
  const asked = new Set(events.flatMap((event) => (event.type === 'gate_opened' ? [event.data.gate.id] : [])));
  return {
    ...shown,
    events,
    visitEvents: events,
    gates: shown.gates.filter(({ id }) => asked.has(id)),
    artifacts: shown.artifacts.filter((artifact) => artifact.attempt === attempt),
  };
}

/** A bar that stands for many visits says little of this one: its own events do, as soon as they are here. */
function visitBars(all: readonly Bar[], events: readonly RunEvent[], node: string, visit: number): readonly Bar[] {
  const bars = all.filter((bar) => isOfVisit(bar, visit));
  const own = bars.filter((bar) => countOf(bar) === 1);
  if (own.length > 0) return own;
  const folded = foldTimeline(emptyTimeline, events).tracks[node]?.bars ?? [];
  return folded.length > 0 ? folded : bars;
}

/** All that the page holds, up to the moment that is looked at. */
function eventsUpTo({ events, state }: RunView, earlier: readonly RunEvent[]): RunEvent[] {
  return [...earlier, ...events].filter(({ seq }) => seq <= state.seq);
}

function timesOfNode(known: NodeState | undefined): Times | null {
  return known?.started_at ? { from: known.started_at, to: known.ended_at } : null;
}

function timesOfBars(bars: readonly Bar[]): Times | null {
  const [first, last] = [bars[0], bars.at(-1)];
  const iso = (at: number) => new Date(at).toISOString();
  return first && last ? { from: iso(first.start), to: last.end === null ? null : iso(last.end) } : null;
}
