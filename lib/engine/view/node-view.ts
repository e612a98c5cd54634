// What is known of one node, as a whole or of one of its visits: what the inspector shows.
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
  /** The visit that is looked at; null for the node as a whole. */
  visit: number | null;
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
};

/** A visit that the node never had means all of them. `earlier` are events of the visit that are older than the view's own. */
export function nodeView(
  view: RunView,
  node: string,
  wanted: number | null,
  earlier: readonly RunEvent[] = [],
): NodeView {
  const { state, timeline } = view;
  const known = state.nodes[node];
  const allBars = timeline.tracks[node]?.bars ?? [];
  const visit = wanted !== null && allBars.some((bar) => isOfVisit(bar, wanted)) ? wanted : null;
  const held = eventsUpTo(view, earlier);
  const isHere = (one: { node?: string; visit?: number }) =>
    one.node === node && (visit === null || one.visit === visit);
  const shared = {
    allBars,
    visits: known?.visits ?? 0,
    gates: view.gates.filter((gate) => isHere(gate) && (gate.answer || gate.votes?.length)),
    artifacts: view.artifacts.filter(isHere),
    events: held.filter(isHere),
  };
  if (visit === null) {
    return {
      ...shared,
      visit,
      standing: standingOf(state, node),
      bars: allBars,
      times: timesOfNode(known),
      attempts: known?.attempts ?? 0,
      facts: view.facts[node] ?? visitFacts(held, node, known?.visits ?? 1),
      output: state.outputs[node],
    };
  }
  const bars = visitBars(allBars, shared.events, node, visit);
  const facts = visitFacts(held, node, visit);
  return {
    ...shared,
    visit,
    standing: statusOfBars(bars),
    bars,
    times: timesOfBars(bars),
    attempts: bars.at(-1)?.attempt ?? 1,
    facts,
    output: facts?.output,
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
