// How a run completes: once the work in the background is done and the checks that were left for the end have their
// verdicts. Those that a model must judge are work, done by a node that the graph has for them; it comes back here.
import type { CheckResult } from '../../nodes/parts/check-spec.ts';
import { notYet } from '../../nodes/parts/postponed.ts';
import type { Graph } from '../../workflow/graph.ts';
import type { Draft } from '../events.ts';
import { isFailedCheck } from '../failed-check.ts';
import { mainPosition, movedTo } from '../position.ts';
import type { Position, RunState } from '../state.ts';
import type { DecisionInput, visitKeys } from './decision-input.ts';
import { enterNode } from './enter-node.ts';
import { draftChecks, evaluateChecks } from './evaluate-checks.ts';
import { cutOff } from './walk-split.ts';

type Keys = ReturnType<typeof visitKeys>;

function finishedNodes(graph: Graph, state: RunState): string[] {
  return graph.nodes.map(({ id }) => id).filter((id) => state.nodes[id]?.status === 'completed');
}

function keysOf(state: RunState, id: string): Keys {
  const { visits = 1, attempts = 1 } = state.nodes[id] ?? {};
  return { node: id, visit: visits, attempt: attempts };
}

function tally(results: CheckResult[]): Draft {
  const passed = results.filter(({ verdict }) => verdict === 'pass').length;
  const failed = results.filter(isFailedCheck).length;
  return { type: 'checks_completed', data: { passed, failed, warned: results.length - passed - failed } };
}

/** The verdicts on all work that the run kept, those of the end included. Of each check the latest counts. */
function draftVerdicts(moment: DecisionInput): Draft[] {
  const { graph, state } = moment;
  const drafts: Draft[] = [];
  const results: CheckResult[] = [];
  for (const id of finishedNodes(graph, state)) {
    const last = evaluateChecks(moment, null, id, state.outputs[id], 'after');
    const before = (state.checks?.[id] ?? []).filter(({ name }) => !last.some((one) => one.name === name));
    drafts.push(...draftChecks(keysOf(state, id), last));
    results.push(...before, ...last);
  }
  return results.length === 0 ? [] : [...drafts, tally(results)];
}

/** The whole run comes to its end, from wherever that is said: whatever the other branches were in the middle of is cut off. */
function enterJudge(moment: DecisionInput, position: Position, judge: string, ending: Position['ending']): Draft[] {
  const { state } = moment;
  const main = state.active.find(({ id }) => id === mainPosition) ?? position;
  const running = main.split?.branches.filter(({ status }) => status === 'running') ?? [];
  const visit = (state.nodes[judge]?.visits ?? 0) + 1;
  const from = { node: position.node, via: 'checks' };
  return [
    ...running.map((branch) => cutOff(moment, branch)),
    ...enterNode(moment, { ...movedTo(main, judge, visit), ending }, from),
  ];
}

export function completeRun(
  moment: DecisionInput,
  position: Position,
  outcome: 'success' | 'indeterminate',
  message: string | null,
): Draft[] {
  const { graph, state } = moment;
  const { ending } = position;
  if (ending?.failed !== undefined) return failRun(moment, position, ending.message ?? '', ending.failed);
  const beside = state.active.find(({ background }) => background);
  if (beside) throw notYet(beside.node);
  const judge = graph.judge;
  if (judge !== null && position.node !== judge) {
    return enterJudge(moment, position, judge, { outcome, message });
  }
  const end = ending ?? { outcome, message };
  return [...draftVerdicts(moment), { type: 'run_completed', data: end }];
}

/** What was done is judged also where the run fails; for that, nothing in the background is waited for. */
export function failRun(moment: DecisionInput, position: Position, message: string, node = position.node): Draft[] {
  const { judge } = moment.graph;
  if (judge !== null && position.node !== judge) {
    return enterJudge(moment, position, judge, { outcome: 'failure', message, failed: node });
  }
  return [...draftVerdicts(moment), { type: 'run_failed', node, data: { message, node } }];
}
