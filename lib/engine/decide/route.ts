// Where the run goes from a finished visit: the answer's or the node's own choice, then conditions, then next.

import { definitionOf } from '../../nodes/index.ts';
import { notYet } from '../../nodes/parts/postponed.ts';
import { isTruthy } from '../../workflow/expression/expression.ts';
import { findNode, followingNode, nodeOf } from '../../workflow/graph.ts';
import type { Draft } from '../events.ts';
import { branchIndex, movedTo } from '../position.ts';
import type { Position } from '../state.ts';
import { completeRun, failRun } from './complete-run.ts';
import { decideContext } from './decide-context.ts';
import { type DecisionInput, positionKey, problemOf, visitKeys } from './decision-input.ts';
import { enterNode } from './enter-node.ts';
import { askRetrySkipAbort } from './open-gate.ts';

/** The members of a parallel group are entered together, whichever of them is named. */
function groupEntrance({ graph, state }: DecisionInput, position: Position, id: string): string {
  const { group } = nodeOf(graph, id);
  const parent = state.active.find((one) => one.id === position.parent);
  return group === null || parent?.node === group ? id : group;
}

function branchEnd({ state }: DecisionInput, position: Position): Draft {
  const parent = state.active.find((one) => one.id === position.parent);
  const split = parent?.split;
  const key = split?.branches[branchIndex(split, position.id)]?.key ?? '';
  const { id, output } = position;
  const prev = position.worked ? position.prev : null;
  return {
    type: 'branch_ended',
    ...visitKeys(position),
    data: { position: id, key, cancelled: false, result: output ?? null, prev },
  };
}

/** Work in the background leads nowhere: the way went on when it began. */
function backgroundEnd(position: Position): Draft {
  const { id, output } = position;
  const data = { position: id, key: 'background', cancelled: false, result: output ?? null, prev: null };
  return { type: 'branch_ended', ...visitKeys(position), data };
}

/** A target as it is written, or null where none is: the node that follows, whatever others are called. */
type Target = string | null;

/** Goes to a target: a node id wins over a keyword. */
function goTo(moment: DecisionInput, position: Position, target: Target, via: string): Draft[] {
  const { graph, state } = moment;
  const node = nodeOf(graph, position.node);
  if (position.node === graph.judge) return completeRun(moment, position, 'success', null);
  let name = target ?? 'next';
  if (target?.includes('${')) {
    const value = decideContext(moment, node, position).render(target);
    if (typeof value !== 'string' || value === '') {
      throw new Error(`the target "${target}" of node "${node.id}" gives ${JSON.stringify(value)}, not a node id`);
    }
    name = value;
  }
  if (target !== null && findNode(graph, name)) {
    const id = groupEntrance(moment, position, name);
    const visit = (state.nodes[id]?.visits ?? 0) + 1;
    return enterNode(moment, movedTo(position, id, visit), { node: node.id, via });
  }
  if (name === 'next') {
    const following = followingNode(graph, node.id);
    if (following) return goTo(moment, position, following.id, via);
    // The end of the file is the end of the run, also where a node is called `complete`.
    name = 'complete';
  }
  const isEndOfBranch = position.parent !== null && (name === 'join' || name === 'complete');
  // A branch ends as a run does: once the work in the background that it began is done.
  const beside = state.active.find(({ background, parent }) => background && parent === position.id);
  if (isEndOfBranch && beside) throw notYet(beside.node);
  if (isEndOfBranch) return [branchEnd(moment, position)];
  if (name === 'complete') return completeRun(moment, position, 'success', null);
  if (name === 'fail') return failRun(moment, position, `${node.name} led to "fail"`);
  if (name === 'escalate') {
    return [
      askRetrySkipAbort(moment, position, 'failure', `${node.name} was escalated. What now?`, {
        assignees: ['administrators'],
      }),
    ];
  }
  throw new Error(`node "${node.id}" points to unknown node "${name}"`);
}

type Chosen = { target: Target; via: string; condition?: string };

function chosenTarget(moment: DecisionInput, position: Position): Chosen {
  const node = nodeOf(moment.graph, position.node);
  if (position.to !== null)
    return { target: position.to, via: position.answer ? `on.${position.answer.answer.option}` : 'branch' };
  const ctx = decideContext(moment, node, position);
  const condition = node.conditions.find((one) => isTruthy(ctx.evaluate(one.if)));
  if (condition) return { target: condition.then, via: condition.if, condition: condition.if };
  return { target: node.next, via: 'next' };
}

/** A way that cannot be worked out is a failure of the node that should have said it. */
function orFailure(position: Position, way: () => Draft[]): Draft[] {
  try {
    return way();
  } catch (error) {
    return [
      {
        type: 'node_failed',
        ...visitKeys(position),
        data: { ...positionKey(position), error: problemOf(error, 'no_way_on') },
      },
    ];
  }
}

export function routeTo(moment: DecisionInput, position: Position, target: Target, via: string): Draft[] {
  if (position.background && target !== 'escalate' && target !== 'fail') return [backgroundEnd(position)];
  return orFailure(position, () => goTo(moment, position, target, via));
}

export function routeOn(moment: DecisionInput, position: Position): Draft[] {
  if (position.background) return [backgroundEnd(position)];
  return orFailure(position, () => {
    const { target, via, condition } = chosenTarget(moment, position);
    if (condition === undefined) return goTo(moment, position, target, via);
    const data = { condition, result: true, to: target };
    return toldFirst(moment, { type: 'branch_evaluated', ...visitKeys(position), data }, (after) =>
      goTo(after, position, target, via),
    );
  });
}

/** One more fact before the way: what is numbered on it counts it in. */
function toldFirst(moment: DecisionInput, told: Draft, way: (after: DecisionInput) => Draft[]): Draft[] {
  return [told, ...way({ ...moment, state: { ...moment.state, seq: moment.state.seq + 1 } })];
}

export function routeAfterHandover(moment: DecisionInput, position: Position): Draft[] {
  const { next } = nodeOf(moment.graph, position.node);
  return routeTo(moment, position, next, 'background');
}

/** A skipped node is passed: a disabled one by its type's rule, others by next. */
export function routeAfterSkip(moment: DecisionInput, position: Position): Draft[] {
  if (position.background) return [backgroundEnd(position)];
  const node = nodeOf(moment.graph, position.node);
  // Its way may have led to a person (`escalate`), whose Skip must not lead there again.
  const isSkip = position.answer?.answer.option === 'skip';
  const passedBy = node.enabled || isSkip ? undefined : definitionOf(node.type)?.passedBy?.(node.fields);
  const asksAgain = isSkip && node.next === 'escalate' && !findNode(moment.graph, 'escalate');
  const next = asksAgain ? null : node.next;
  const target = position.to ?? passedBy ?? next;
  const isPassed = !node.enabled && !isSkip && position.to === null && passedBy === undefined;
  const words = isPassed ? definitionOf(node.type)?.passedWithout?.(node.fields) : undefined;
  if (words === undefined) return routeTo(moment, position, target, 'skipped');
  const onwards =
    (target === null || target === 'next' ? followingNode(moment.graph, node.id)?.name : target) ?? 'the end';
  const message = `${node.name} is disabled and has no ${words}: the run goes on to ${onwards}`;
  return toldFirst(moment, { type: 'warning', ...visitKeys(position), data: { code: 'no_way_on', message } }, (after) =>
    routeTo(after, position, target, 'skipped'),
  );
}
