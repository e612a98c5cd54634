// How a run completes: once the work in the background is done and the checks that were left for the end have their
// verdicts. Those that a model must judge are work, done by a node that the graph has for them; it comes back here.
import type { Graph } from '../workflow/graph.ts';
import { enterNode } from './enter-node.ts';
import { draftChecks, evaluateChecks } from './evaluate-checks.ts';
import type { Draft } from './events.ts';
import type { Moment, visitOf } from './moment.ts';
import { movedTo } from './position.ts';
import type { Position, RunState } from './state.ts';

type Keys = ReturnType<typeof visitOf>;

function finishedNodes(graph: Graph, state: RunState): string[] {
  return graph.nodes.map(({ id }) => id).filter((id) => state.nodes[id]?.status === 'completed');
}

function keysOf(state: RunState, id: string): Keys {
  const { visits = 1, attempts = 1 } = state.nodes[id] ?? {};
  return { node: id, visit: visits, attempt: attempts };
}

function tally(results: { verdict: string; on_fail: string }[]): Draft {
  const passed = results.filter(({ verdict }) => verdict === 'pass').length;
  const failed = results.filter(({ verdict, on_fail }) => verdict !== 'pass' && on_fail === 'fail').length;
  return { type: 'checks_completed', data: { passed, failed, warned: results.length - passed - failed } };
}

/** The verdicts on all work that the run kept, those of the end included. */
function draftVerdicts({ graph, state, at }: Moment): Draft[] {
  const pure = finishedNodes(graph, state).map((id) => ({
    id,
    results: evaluateChecks({ graph, state, at }, null, id, state.outputs[id], 'after'),
  }));
  const judged = Object.values(state.checks ?? {}).flat();
  const results = [...judged, ...pure.flatMap((one) => one.results)];
  if (results.length === 0) return [];
  return [...pure.flatMap(({ id, results: own }) => draftChecks(keysOf(state, id), own)), tally(results)];
}

/** Nothing to record yet while something still works in the background. */
export function completeRun(
  moment: Moment,
  position: Position,
  outcome: 'success' | 'indeterminate',
  message: string | null,
): Draft[] {
  const { graph, state } = moment;
  if (state.active.some(({ background }) => background)) return [];
  const judge = graph.judge;
  if (judge !== null && position.node !== judge) {
    const visit = (state.nodes[judge]?.visits ?? 0) + 1;
    const ending = { outcome, message };
    return enterNode(moment, { ...movedTo(position, judge, visit), ending }, { node: position.node, via: 'checks' });
  }
  const end = position.ending ?? { outcome, message };
  return [...draftVerdicts(moment), { type: 'run_completed', data: end }];
}
