// What one visit of a node was given and what it came to, from the events that the page holds.
import type { RunEvent } from '../events.ts';
import { foldFacts, type NodeFacts } from './node-facts.ts';

export type VisitFacts = NodeFacts & { output?: unknown };

export function visitFacts(events: readonly RunEvent[], node: string, visit: number): VisitFacts | undefined {
  const own = events.filter((event) => event.node === node && event.visit === visit);
  const facts = own.reduce(foldFacts, {})[node];
  const completed = own.findLast((event) => event.type === 'node_completed');
  return completed?.type === 'node_completed' && facts ? { ...facts, output: completed.data.output } : facts;
}
