// For tests: a run walked by hand, so that a test says which of several attempts at work ends first.

import { finishAttempt } from '../../engine/decide/finish-attempt.ts';
import { nextEffects } from '../../engine/decide/interpreter.ts';
import type { Position } from '../../engine/state.ts';
import type { Outcome, Suspended } from '../../nodes/contract/outcome.ts';
import { ok, record, type Walk } from './walk.ts';

/** Records what follows by itself; gives back the nodes that are to be executed. */
export function settle(walk: Walk): string[] {
  for (let steps = 0; steps < 1000; steps++) {
    const effects = nextEffects(walk.graph, walk.state, walk.now);
    const [first] = effects;
    if (first?.kind !== 'record') return effects.flatMap((one) => (one.kind === 'execute' ? [one.node] : []));
    record(walk, first.drafts);
  }
  throw new Error('the run did not come to rest');
}

type Which = (position: Position) => boolean;

export function workingAt(walk: Walk, node: string, which: Which = () => true): Position {
  const found = walk.state.active.find((one) => one.node === node && one.phase === 'running' && which(one));
  if (!found) throw new Error(`nobody works on ${node}`);
  return found;
}

/** One attempt ends; gives back what is to be executed then. */
export function finish(
  walk: Walk,
  node: string,
  outcome: Outcome | Suspended = ok(`${node} done`),
  which?: Which,
): string[] {
  const { graph, state, now: at } = walk;
  record(walk, finishAttempt({ graph, state, at }, workingAt(walk, node, which), outcome));
  return settle(walk);
}
