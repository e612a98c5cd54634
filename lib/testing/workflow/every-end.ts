// For tests: every way through a graph that people's answers and the ends of work can choose, until nothing new is found.
import type { Gate } from '../../engine/events.ts';
import type { Graph } from '../../workflow/graph.ts';
import { broken, ok, type Reply, type Walk, type Work, walkGraph } from '../engine/walk.ts';

type Play = {
  /** What an attempt that goes well gives. */
  result?: (work: Work) => ReturnType<typeof ok>;
  /** What is filled in beside an answer. */
  values?: (gate: Gate) => Record<string, unknown>;
  inputs?: Record<string, unknown>;
  most?: number;
};

/** The walks by the node that each of them ended at, the first that came there. */
export function walksToEveryEnd(graph: Graph, play: Play = {}): Map<string, Walk> {
  const found = new Map<string, Walk>();
  const open: number[][] = [[]];
  for (let count = 0; count < (play.most ?? 400) && open.length > 0; count++) {
    const script = open.shift() as number[];
    const sizes: number[] = [];
    const pick = (size: number) => {
      sizes.push(size);
      return script[sizes.length - 1] ?? 0;
    };
    const walk = walkScripted(graph, play, pick);
    const end = walk?.state.current_node;
    if (walk && end && !found.has(end)) found.set(end, walk);
    // What was chosen by itself after the script could have been chosen otherwise.
    for (let at = script.length; at < Math.min(sizes.length, script.length + 12); at++) {
      const before = [...script, ...Array.from({ length: at - script.length }, () => 0)];
      for (let other = 1; other < (sizes[at] ?? 1); other++) open.push([...before, other]);
    }
  }
  return found;
}

function walkScripted(graph: Graph, play: Play, pick: (size: number) => number): Walk | null {
  const outcome = (work: Work) => (pick(2) === 0 ? (play.result?.(work) ?? ok()) : broken('it broke'));
  const answer = (gate: Gate): Reply | null => {
    if (gate.purpose !== 'node') return null;
    const option = gate.options[pick(gate.options.length)];
    return option ? { option: option.id, values: play.values?.(gate) ?? {} } : null;
  };
  try {
    return walkGraph(graph, { outcome, answer, inputs: play.inputs ?? {}, mostSteps: 150 });
  } catch {
    // Answers that lead round for ever lead to no end.
    return null;
  }
}
