// The way that a run took: its visits in the order in which they began, as far as they can be told apart.
import { countOf } from '../view/thin-timeline.ts';
import type { Bar, Timeline } from '../view/timeline.ts';
import { statusOfBars } from '../view/timeline-lanes.ts';

export type Step = {
  node: string;
  visit: number;
  position: string;
  status: ReturnType<typeof statusOfBars>;
  /** From its beginning to its end; null while it lasts. */
  ms: number | null;
  attempts: number;
  tokens: number;
  /** Of its model calls; null when a model had no price. */
  cost: number | null;
};

const mostSteps = 2000;

/** Null for a run of so many visits that some of them are drawn as one. */
export function pathOf({ tracks }: Timeline): Step[] | null {
  const steps: (Step & { seq: number })[] = [];
  for (const [node, { bars, models }] of Object.entries(tracks)) {
    if (bars.some((bar) => countOf(bar) > 1)) return null;
    const calls = Object.values(models).flat();
    for (const [visit, own] of Map.groupBy(bars, (bar) => bar.visit)) steps.push(stepOf(node, visit, own, calls));
    if (steps.length > mostSteps) return null;
  }
  return steps.toSorted((a, b) => a.seq - b.seq).map(({ seq: _, ...step }) => step);
}

function stepOf(node: string, visit: number, bars: Bar[], calls: Bar[]): Step & { seq: number } {
  const [first, last] = [bars[0] as Bar, bars.at(-1) as Bar];
  const spent = calls.flatMap((call) => (call.visit === visit && call.tokens ? [call.tokens] : []));
  return {
    node,
    visit,
    seq: first.seq,
    position: first.position,
    status: statusOfBars(bars),
    ms: last.end === null ? null : last.end - first.start,
    attempts: Math.max(1, ...bars.map(({ attempt }) => attempt)),
    tokens: spent.reduce((sum, { input, output }) => sum + input + output, 0),
    cost: spent.reduce<number | null>((sum, { cost }) => (sum === null || cost === null ? null : sum + cost), 0),
  };
}
