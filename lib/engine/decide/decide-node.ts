// A deciding node: its definition says what it wants as data, this turns it into events.

import type { Decision } from '../../nodes/contract/outcome.ts';
import { definitionOf } from '../../nodes/index.ts';
import { nodeOf } from '../../workflow/graph.ts';
import type { Draft } from '../events.ts';
import type { Position } from '../state.ts';
import { withAnswers } from './ask-user.ts';
import { completeRun, failRun } from './complete-run.ts';
import { decideContext } from './decide-context.ts';
import { type DecisionInput, positionKey, problemOf, visitKeys } from './decision-input.ts';
import { draftFailed } from './draft-failed.ts';
import { type CheckpointCopy, draftRollback, draftSideResults } from './draft-side-results.ts';
import { draftCompleted } from './finish-attempt.ts';
import { decideWithWarnings } from './missing-warnings.ts';
import { openGate } from './open-gate.ts';

function ending(moment: DecisionInput, position: Position, decision: Extract<Decision, { kind: 'end' }>): Draft[] {
  const { outcome, message, summary, recovery } = decision;
  const keys = visitKeys(position);
  const words = message === '' ? null : message;
  const done: Draft = {
    type: 'node_completed',
    ...keys,
    data: {
      ...positionKey(position),
      output: {
        outcome,
        message,
        ...(summary === undefined ? {} : { summary }),
        ...(recovery === undefined ? {} : { recovery }),
      },
      outcome: { success: true, ended: outcome },
    },
  };
  switch (outcome) {
    case 'success':
      return [done, ...completeRun(moment, position, 'success', words)];
    case 'indeterminate':
      return [
        done,
        {
          type: 'warning',
          ...keys,
          data: { code: 'indeterminate', message: words ?? 'The run ended without a clear outcome' },
        },
        ...completeRun(moment, position, outcome, words),
      ];
    case 'cancelled':
      return [done, { type: 'run_cancelled', data: { by: 'workflow', via: position.node, message: words } }];
    default:
      return [done, ...failRun(moment, position, words ?? `ended with ${outcome}`)];
  }
}

/** Do-while: the first visit takes the body; leaves at `max`, or when `until` holds after the first round. */
function looping(moment: DecisionInput, position: Position, decision: Extract<Decision, { kind: 'loop' }>): Draft[] {
  const { max, until, body, done } = decision;
  const keys = visitKeys(position);
  const rounds = (position.loops.find(({ node }) => node === position.node)?.index ?? -1) + 1;
  const ctx = decideContext(moment, nodeOf(moment.graph, position.node), position);
  const isOver = rounds > 0 && until !== null && ctx.isTrue(until);
  // A round that its own checks reject has not begun.
  const unlessRejected = (told: Draft, drafts: Draft[]) =>
    drafts.some(({ type }) => type === 'node_completed') ? [told, ...drafts] : drafts;
  if (rounds < max && !isOver) {
    const iteration = rounds + 1;
    return unlessRejected(
      { type: 'loop_iteration', ...keys, data: { ...positionKey(position), iteration, max } },
      draftCompleted(moment, position, { iteration }, { outcome: { branch: true }, to: body }),
    );
  }
  const reason = isOver ? 'until' : 'max';
  return unlessRejected(
    { type: 'loop_exited', ...keys, data: { ...positionKey(position), reason, iterations: rounds } },
    draftCompleted(moment, position, { iterations: rounds, reason }, { outcome: { branch: false }, to: done }),
  );
}

/** Goes back to the copy, when it was found; the rest of the node then sees the restored data. */
function rollingBack(moment: DecisionInput, position: Position, name: string, copy: CheckpointCopy | null) {
  if (copy) return draftRollback(moment, position, name, copy);
  const known = Object.keys(moment.state.checkpoints);
  const hint = known.length > 0 ? `; there is ${known.map((one) => `"${one}"`).join(', ')}` : '';
  throw new Error(`there is no checkpoint "${name}" to go back to${hint}`);
}

function completing(
  moment: DecisionInput,
  position: Position,
  decision: Extract<Decision, { kind: 'complete' }>,
  copy: CheckpointCopy | null,
): Draft[] {
  const keys = visitKeys(position);
  const { branch, result, to, warning, rollback } = decision;
  const done = draftSideResults(moment, position, decision);
  let { after } = done;
  const restoring: Draft[] = [];
  if (rollback !== undefined) {
    try {
      const restored = rollingBack(after, position, rollback, copy);
      restoring.push(...restored.drafts);
      after = restored.after;
    } catch (error) {
      return [...done.drafts, ...draftFailed(after, position, problemOf(error, 'no_checkpoint'), true)];
    }
  }
  const outcome = branch ? { branch: branch.result } : { success: true };
  return [
    ...(branch ? [{ type: 'branch_evaluated' as const, ...keys, data: branch }] : []),
    ...(warning ? [{ type: 'warning' as const, ...keys, data: { code: 'no_way_on', message: warning } }] : []),
    ...done.drafts,
    ...restoring,
    ...draftCompleted(after, position, result, { outcome, to: to ?? null }),
  ];
}

function draftsOf(moment: DecisionInput, position: Position, decision: Decision, copy: CheckpointCopy | null): Draft[] {
  const keys = visitKeys(position);
  switch (decision.kind) {
    case 'complete':
      return completing(moment, position, decision, copy);
    case 'ask':
      return [openGate(moment, position, { purpose: 'node', slot: 'self', spec: decision.gate })];
    case 'checkpoint': {
      const { name, label, gate } = decision;
      const kept: Draft = { type: 'checkpoint_created', ...keys, data: { name, label } };
      if (!gate) return [kept, ...draftCompleted(moment, position, { name, label })];
      const leads = { continue: 'the run goes on', pause: 'the run is paused here', abort: 'the run is cancelled' };
      return [
        kept,
        openGate(moment, position, { purpose: 'checkpoint', slot: 'checkpoint', spec: gate, leads, offset: 1 }),
      ];
    }
    case 'loop':
      return looping(moment, position, decision);
    case 'end':
      return ending(moment, position, decision);
    // A decision follows from the state: trying again would do the same, and do twice what stays done.
    case 'fail':
      return [
        ...draftSideResults(moment, position, decision).drafts,
        ...draftFailed(moment, position, decision.error, true),
      ];
  }
}

function decisionOf(moment: DecisionInput, position: Position): Decision {
  const node = nodeOf(moment.graph, position.node);
  const definition = definitionOf(node.type);
  if (!definition?.decide) throw new Error(`node type "${node.type}" does not decide`);
  return definition.decide(withAnswers(node.fields, position.asked), decideContext(moment, node, position));
}

/**
 * The checkpoint whose copy this decision needs, or null. Copies are rows of the store, which the engine cannot read:
 * whoever can reads it and decides with it.
 */
export function checkpointNeeded(moment: DecisionInput, position: Position): string | null {
  const node = nodeOf(moment.graph, position.node);
  if (!definitionOf(node.type)?.restores?.(node.fields)) return null;
  const decision = decisionOf(moment, position);
  if (decision.kind !== 'complete' || decision.rollback === undefined) return null;
  return Object.hasOwn(moment.state.checkpoints, decision.rollback) ? decision.rollback : null;
}

export function decideNode(input: DecisionInput, position: Position, copy: CheckpointCopy | null = null): Draft[] {
  const decide = (moment: DecisionInput) => {
    try {
      return draftsOf(moment, position, decisionOf(moment, position), copy);
    } catch (error) {
      return draftFailed(moment, position, problemOf(error, 'unresolved'), true);
    }
  };
  return decideWithWarnings(input, decide, (drafts, added) => added(drafts));
}
