// What a page shows of the whole run: its timeline and what is last known of each node. Folded from the events that concern
// them; one that was folded already changes nothing, so whoever is ahead of the others may stay there.
import type { RunEvent } from '../events.ts';
import { foldFacts, type NodeFacts } from './node-facts.ts';
import { emptyTimeline, foldTimeline, type Timeline } from './timeline.ts';

export type RunHistory = { timeline: Timeline; facts: Record<string, NodeFacts> };

export const noHistory: RunHistory = { timeline: emptyTimeline, facts: {} };

export function foldHistory({ timeline, facts }: RunHistory, events: readonly RunEvent[]): RunHistory {
  const fresh = events.filter(({ seq }) => seq > timeline.seq);
  return { timeline: foldTimeline(timeline, fresh), facts: fresh.reduce(foldFacts, facts) };
}
