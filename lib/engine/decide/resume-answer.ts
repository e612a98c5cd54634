// What an answer means: by the purpose of its gate, and for a node's own gate by its slot (before, self, after).
import { definitionOf } from '../../nodes/index.ts';
import { hasDynamicOptions } from '../../nodes/parts/gate-spec.ts';
import { nodeOf } from '../../workflow/graph.ts';
import { outsideId, serverSlot } from '../event-types.ts';
import type { Draft, Gate, GateAnswer } from '../events.ts';
import type { Position } from '../state.ts';
import { failRun } from './complete-run.ts';
import { type DecisionInput, positionKey, visitKeys } from './decision-input.ts';
import { enterNode, startAttempt } from './enter-node.ts';
import { draftCompleted, draftWithoutResult } from './finish-attempt.ts';
import { askRetrySkipAbort, openGate } from './open-gate.ts';
import { routeOn, routeTo } from './route.ts';
import { continueWithAnswer, continueWithServer, continueWithTool } from './suspend.ts';

function draftSkipped(position: Position, to: string | null = null): Draft[] {
  return [{ type: 'node_skipped', ...visitKeys(position), data: { ...positionKey(position), reason: 'person', to } }];
}

function draftCancelled({ by, via }: GateAnswer, message: string): Draft[] {
  return [{ type: 'run_cancelled', data: { by, via, message } }];
}

/** Gates after the work, one by one; then on. */
export function afterWork(moment: DecisionInput, position: Position): Draft[] {
  const node = nodeOf(moment.graph, position.node);
  const after = node.gates.filter(({ when }) => when === 'after');
  const open = after.findIndex((_, index) => !position.passed.includes(`after:${index}`));
  const spec = after[open];
  if (!spec || spec.kind === 'none') return routeOn(moment, position);
  const { when, ...question } = spec;
  return [
    openGate(moment, position, { purpose: 'node', slot: `after:${open}`, spec: { ...question, kind: spec.kind } }),
  ];
}

function targetOf(moment: DecisionInput, gate: Gate, option: string): string | undefined {
  const node = nodeOf(moment.graph, gate.node);
  const [when, index] = gate.slot.split(':');
  const spec =
    when === 'self'
      ? definitionOf(node.type)?.asks?.(node.fields)
      : node.gates.filter((one) => one.when === when)[Number(index)];
  return spec?.on?.[option] ?? (spec && hasDynamicOptions(spec) ? spec.on?.selected : undefined);
}

function answeredNode(moment: DecisionInput, position: Position, gate: Gate, answer: GateAnswer): Draft[] {
  const target = targetOf(moment, gate, answer.option);
  const isRejected = gate.kind === 'approval' && answer.option === 'no' && target === undefined;
  if (isRejected) {
    return [askRetrySkipAbort(moment, position, 'rejected', `${answer.by} rejected ${position.node}. What now?`)];
  }
  if (gate.slot === 'self') {
    const { option, values, comment, by, at } = answer;
    const result = { option, values, comment, by, at };
    return draftCompleted(moment, position, result, { outcome: { response: option }, to: target ?? null });
  }
  if (gate.slot === 'ask') return enterNode(moment, position);
  if (gate.slot.startsWith('before')) return target ? draftSkipped(position, target) : enterNode(moment, position);
  return target ? routeTo(moment, position, target, `on.${answer.option}`) : afterWork(moment, position);
}

/** Retrying goes through the entrance: what nobody allowed (a server, a rejected or expired gate) is asked again first. */
export function resumeAnswer(moment: DecisionInput, position: Position): Draft[] {
  if (!position.answer) return [];
  const { gate, answer } = position.answer;
  const { option } = answer;
  switch (gate.purpose) {
    case 'node':
      return answeredNode(moment, position, gate, answer);
    case 'failure':
      if (option === 'retry') return enterNode(moment, position);
      if (option === 'skip') return draftSkipped(position);
      return failRun(moment, position, `aborted by ${answer.by}: ${position.error?.message ?? gate.message}`);
    case 'rejected':
      if (option === 'retry') return enterNode(moment, position);
      return option === 'skip'
        ? draftSkipped(position)
        : draftCancelled(answer, `aborted by ${answer.by} after a rejection`);
    case 'interrupted':
      if (option === 'retry') return startAttempt(moment, position);
      if (option === 'skip') return draftSkipped(position);
      if ((answer.values.result ?? null) === null) return draftWithoutResult(moment, position, answer.by);
      return draftCompleted(moment, position, answer.values.result, {
        outcome: { success: true, marked_done_by: answer.by },
      });
    case 'checkpoint': {
      if (option === 'abort') return draftCancelled(answer, `aborted by ${answer.by} at checkpoint ${position.node}`);
      const done = draftCompleted(moment, position, { name: position.node });
      return option === 'pause' ? [...done, { type: 'run_paused', data: { by: answer.by, via: answer.via } }] : done;
    }
    case 'server': {
      // Before attempts asked themselves, the question came at the entrance.
      if (option === 'allow' && gate.slot !== serverSlot) return enterNode(moment, position);
      if (option === 'allow') return continueWithServer(moment, position);
      const error = {
        code: 'server_denied',
        message:
          gate.server?.id === outsideId
            ? `${answer.by} did not allow what the commands of this workflow use of the machine`
            : `${answer.by} did not allow the MCP server "${gate.server?.id}"`,
      };
      return [{ type: 'node_failed', ...visitKeys(position), data: { ...positionKey(position), error } }];
    }
    case 'tool':
      return continueWithTool(moment, position, gate, answer);
    case 'elicitation':
      return continueWithAnswer(moment, position, gate, answer);
    case 'visits':
      return option === 'continue'
        ? enterNode(moment, position)
        : draftCancelled(answer, `aborted by ${answer.by}: too many visits`);
    default:
      throw new Error(`no rule for an answer to a gate of purpose "${gate.purpose}"`);
  }
}
