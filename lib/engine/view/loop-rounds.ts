// What is known of a loop's rounds: which of them had a failure, and in which round a bar lies.

import type { Graph, GraphNode } from '../../workflow/graph.ts';
import { reach } from '../../workflow/reach.ts';
import type { Bar, Timeline } from './timeline.ts';

export type RoundFailure = { round: Bar; node: string; visit: number };

export function isInRound(round: Bar, bar: Bar): boolean {
  return round.position === bar.position && round.start <= bar.start && (round.end === null || bar.start <= round.end);
}

/** The failures inside a loop with their rounds, the earliest first. */
export function roundFailures(graph: Graph, timeline: Timeline, loop: GraphNode): RoundFailure[] {
  const rounds = timeline.tracks[loop.id]?.rounds ?? [];
  const { rounds: spec } = loop.traits;
  if (rounds.length === 0 || !spec) return [];
  const inside = reach([spec.body], (id) => (graph.successors[id] ?? []).filter((way) => way !== loop.id));
  return [...inside]
    .flatMap((node) =>
      (timeline.tracks[node]?.bars ?? []).flatMap((bar) => {
        const round = bar.kind === 'failed' ? rounds.findLast((one) => isInRound(one, bar)) : undefined;
        return round ? [{ round, node, visit: bar.visit }] : [];
      }),
    )
    .sort((a, b) => a.round.seq - b.round.seq);
}

/** The rounds in which a bar lies, outermost first. */
export function roundsAround(timeline: Timeline, bar: Bar): { loop: string; round: Bar }[] {
  return Object.entries(timeline.tracks)
    .flatMap(([loop, { rounds }]) => {
      const round = rounds.findLast((one) => isInRound(one, bar));
      return round && round.seq !== bar.seq ? [{ loop, round }] : [];
    })
    .sort((a, b) => a.round.seq - b.round.seq);
}
