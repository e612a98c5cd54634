// What is next: a function of the graph and the state alone. Says everything as data; acts on nothing.
//
// A position goes through these phases:
//   arriving → (asking → answered)* → running → completed → (asking → answered)* → the next node
//   running → backing_off → running            an attempt failed and there are more
//   running → failed → asking → answered       out of attempts: on_failure, by default a person
//   running → suspended → (asking → answered) → running   an attempt waits in the middle of its work
//   running → interrupted → running | asking   the process died in the middle of an attempt
//   running → handed_over → the next node      the work goes on in the background, as a position of its own
//   split → completed                          its branches walk as positions of their own, then it goes on
//   waiting → completed | failed               for a time, a signal or a called run
//   … → skipped → the next node
import { doesWork } from '../../nodes/contract/define-node.ts';
import { definitionOf } from '../../nodes/index.ts';
import { isNeedsValue, type Values } from '../../nodes/parts/large-value.ts';
import { isNotYet } from '../../nodes/parts/postponed.ts';
import { findNode, type Graph, nodeOf } from '../../workflow/graph.ts';
import type { Draft, Gate, RunEvent } from '../events.ts';
import { applyEvent } from '../fold/apply-event.ts';
import { mustWaitForOthers } from '../position.ts';
import { isTerminal, type Position, type RunState } from '../state.ts';
import { failRun } from './complete-run.ts';
import { checkpointNeeded, decideNode } from './decide-node.ts';
import { type DecisionInput, type NextStep, positionKey, problemOf, visitKeys } from './decision-input.ts';
import { enterNode, renderedFields, repairableFields, startAttempt } from './enter-node.ts';
import { decideWithWarnings } from './missing-warnings.ts';
import { askRetrySkipAbort, openGate } from './open-gate.ts';
import { afterWork, resumeAnswer } from './resume-answer.ts';
import { routeAfterHandover, routeAfterSkip, routeTo } from './route.ts';
import { budgetEnd, holdRun } from './run-gate.ts';
import { continueAttempt, walkSuspended } from './suspend.ts';
import { walkSplit } from './walk-split.ts';
import { walkWait } from './walk-wait.ts';

const record = (drafts: Draft[]): NextStep[] => (drafts.length > 0 ? [{ kind: 'record', drafts }] : []);

function automatic(gate: Gate, option: string, at: string): Draft {
  const answer = { option, values: {}, comment: null, by: 'auto', via: 'auto', at };
  return { type: 'gate_answered', node: gate.node, visit: gate.visit, data: { gate: gate.id, answer, shown: '' } };
}

function whileAsking(moment: DecisionInput, position: Position): NextStep[] {
  const gate = moment.state.gates[position.gate ?? ''];
  if (!gate) return [];
  if (gate.auto) return record([automatic(gate, 'continue', moment.at)]);
  if (gate.expires_at === null && gate.remind_at === undefined && !gate.escalate) return [];
  if (gate.expires_at !== null && moment.at >= gate.expires_at) return record(draftExpired(moment, gate));
  const { remind_at, remind_every } = gate;
  if (remind_at !== undefined && remind_every !== undefined && moment.at >= remind_at) {
    const next_at = new Date(Date.parse(moment.at) + remind_every).toISOString();
    const data = { gate: gate.id, next_at };
    return record([{ type: 'gate_reminded', node: gate.node, visit: gate.visit, data }]);
  }
  if (gate.escalate && moment.at >= gate.escalate.at) {
    const data = { gate: gate.id, to: gate.escalate.to };
    return record([{ type: 'gate_escalated', node: gate.node, visit: gate.visit, data }]);
  }
  const times = [gate.expires_at, remind_at, gate.escalate?.at].filter((time) => typeof time === 'string').sort();
  return times[0] ? [{ kind: 'wake', at: times[0] }] : [];
}

function draftExpired(moment: DecisionInput, gate: Gate): Draft[] {
  const { id, node, visit, expires_then } = gate;
  const expired: Draft = { type: 'gate_expired', node, visit, data: { gate: id, then: expires_then } };
  return expires_then === null ? [expired] : [expired, automatic(gate, expires_then, moment.at)];
}

function whileFailed(moment: DecisionInput, position: Position): Draft[] {
  const node = nodeOf(moment.graph, position.node);
  const message = position.error?.message ?? 'it failed';
  const keys = visitKeys(position);
  const code = position.error?.code;
  // Retrying would only find the same mistake in the file again.
  const isRepairable = code === 'unresolved' && doesWork(definitionOf(node.type), node.fields);
  const ask = (assignees: string[] = []) => [
    askRetrySkipAbort(moment, position, 'failure', `${node.name} failed. What now?`, {
      details: message,
      assignees,
      ...(isRepairable ? { input: { ...repairableFields(node), ...position.given } } : {}),
    }),
  ];
  if (code === 'gate_expired') return ask(['administrators']);
  // A node id wins over a keyword.
  const target = node.on_failure ?? 'ask';
  const isNode = node.on_failure !== null && findNode(moment.graph, target) !== undefined;
  // Where the way on is what failed, `skip` or a target would only fail again; from the background nothing leads on.
  const leadsNowhere = position.background && (isNode || !['skip', 'fail', 'escalate'].includes(target));
  if (code === 'no_way_on' || leadsNowhere || (target === 'ask' && !isNode)) return ask();
  if (target === 'skip' && !isNode) {
    return [
      {
        type: 'warning',
        ...keys,
        data: { code: 'skipped_after_failure', message: `${node.name} failed and was skipped: ${message}` },
      },
      { type: 'node_skipped', ...keys, data: { ...positionKey(position), reason: 'failure' } },
    ];
  }
  if (target === 'fail' && !isNode) {
    return failRun(moment, position, message);
  }
  return routeTo(moment, position, target, 'on_failure');
}

/** A failure that is only left out holds nobody up: its branch goes on at once. */
function isLeftOut({ graph }: DecisionInput, { node: id, error }: Position): boolean {
  const { on_failure } = nodeOf(graph, id);
  return (
    on_failure === 'skip' && !findNode(graph, 'skip') && error?.code !== 'no_way_on' && error?.code !== 'gate_expired'
  );
}

function askInterrupted(moment: DecisionInput, position: Position): Draft {
  const { node, crashes = 0 } = position;
  const how =
    crashes < mostCrashes ? `${node} was interrupted.` : `The console died ${crashes} times while ${node} was at work.`;
  return openGate(moment, position, {
    purpose: 'interrupted',
    slot: 'interrupted',
    spec: {
      kind: 'question',
      message: `${how} It may or may not have done its work. What now?`,
      options: [
        { id: 'retry', label: 'Retry', style: 'primary' },
        { id: 'skip', label: 'Skip', style: 'normal' },
        { id: 'mark_done', label: 'Mark done', style: 'normal' },
      ],
      form: { result: { type: 'json', label: 'Result', description: 'What later nodes should see, when marked done' } },
    },
    leads: {
      retry: `${position.node} runs again`,
      skip: `leaves ${position.node} out and goes on`,
      mark_done: 'takes the work as done and goes on',
    },
  });
}

function isRepeatable(moment: DecisionInput, position: Position): boolean {
  const node = nodeOf(moment.graph, position.node);
  const onlyRead = position.read_only === true;
  return node.idempotent ?? definitionOf(node.type)?.idempotent?.(node.fields, { onlyRead }) ?? false;
}

/** A visit that the console died with so often is set aside: whatever it declares, a person is asked. */
const mostCrashes = 3;

/**
 * An attempt that was still in line has done nothing. Hearing a report again does no harm: the program has ended, only the
 * reading of it was cut off.
 */
function afterInterruption(moment: DecisionInput, position: Position): Draft[] {
  const { resumed, in_line, crashes = 0 } = position;
  const again = () => (resumed ? continueAttempt(moment, position, resumed) : startAttempt(moment, position));
  if (in_line) return again();
  if (crashes >= mostCrashes) return [askInterrupted(moment, position)];
  if (resumed?.reason === 'callback') return again();
  return isRepeatable(moment, position) ? startAttempt(moment, position) : [askInterrupted(moment, position)];
}

/** Told once: whether the run works or waits then follows from what it waits for. */
function awaiting(position: Position, node: string): NextStep[] {
  if (position.awaits === node) return [];
  return record([
    { type: 'background_awaited', ...visitKeys(position), data: { ...positionKey(position), for: node } },
  ]);
}

const addToRecord = (steps: NextStep[], added: (drafts: Draft[]) => Draft[]): NextStep[] =>
  steps.map((step) => (step.kind === 'record' ? { ...step, drafts: added(step.drafts) } : step));

/** A question or a way that cannot be worked out is a failure of its node, for a person to judge. */
function effectsOrFailure(moment: DecisionInput, position: Position): NextStep[] {
  try {
    return effectsAt(moment, position);
  } catch (error) {
    if (isNotYet(error)) return awaiting(position, error.node);
    if (position.phase === 'failed' || isNeedsValue(error)) throw error;
    return record([
      {
        type: 'node_failed',
        ...visitKeys(position),
        data: { ...positionKey(position), error: problemOf(error, 'unresolved') },
      },
    ]);
  }
}

function effectsAt(moment: DecisionInput, position: Position): NextStep[] {
  switch (position.phase) {
    case 'arriving':
      return record(enterNode(moment, position, { node: null, via: 'start' }));
    case 'asking':
      return whileAsking(moment, position);
    case 'answered':
      return record(resumeAnswer(moment, position));
    case 'running': {
      const { type, fields } = nodeOf(moment.graph, position.node);
      if (!doesWork(definitionOf(type), fields)) {
        const checkpoint = checkpointNeeded(moment, position);
        if (checkpoint !== null) return [{ kind: 'restore', position: position.id, checkpoint }];
        return record(decideNode(moment, position));
      }
      const { id, node, visit, attempt, resumed = null } = position;
      const rendered = resumed ? null : renderedFields(moment, position);
      return [{ kind: 'execute', position: id, node, visit, attempt, fields: rendered, resumed }];
    }
    case 'suspended':
      return walkSuspended(moment, position);
    case 'handed_over':
      return record(routeAfterHandover(moment, position));
    case 'backing_off': {
      const notBefore = position.not_before ?? moment.at;
      return moment.at < notBefore ? [{ kind: 'wake', at: notBefore }] : record(startAttempt(moment, position));
    }
    case 'split':
      return record(walkSplit(moment, position));
    case 'waiting':
      return walkWait(moment, position);
    case 'completed':
      return record(afterWork(moment, position));
    case 'skipped':
      return record(routeAfterSkip(moment, position));
    case 'failed':
      return mustWaitForOthers(moment.state, position) && !isLeftOut(moment, position)
        ? []
        : record(whileFailed(moment, position));
    case 'interrupted':
      return record(afterInterruption(moment, position));
  }
}

/** Facts to record come alone, first: recording them is what makes the rest true. */
function effectsOf(
  moment: DecisionInput,
  positions: Position[],
  isExecuting: (position: Position) => boolean = () => false,
): NextStep[] {
  const effects: NextStep[] = [];
  for (const position of positions) {
    if (position.phase === 'running' && isExecuting(position)) continue;
    const found = decideWithWarnings(moment, (input) => effectsOrFailure(input, position), addToRecord);
    if (found[0]?.kind === 'record' || found[0]?.kind === 'restore') return [found[0]];
    effects.push(...found);
  }
  return effects;
}

const mostLastSteps = 100;

/** Whether the run ends by itself from here, with no more work: then there is nothing to grant. */
function onlyEnds({ state, ...moment }: DecisionInput): boolean {
  let after = state;
  for (let step = 0; step < mostLastSteps; step++) {
    const [first] = effectsOf({ ...moment, state: after }, after.active);
    if (first?.kind !== 'record') return false;
    for (const draft of first.drafts) {
      if (draft.type === 'node_started' && (draft.data.input !== undefined || draft.data.continues)) return false;
      after = applyEvent(after, { ...draft, seq: after.seq + 1, at: moment.at } as RunEvent);
    }
    if (isTerminal(after.status)) return true;
  }
  return false;
}

/** What is already executed here is left alone: what it was begun with may have changed meanwhile. */
export function nextEffects(
  graph: Graph,
  state: RunState,
  at: string,
  isExecuting?: (position: Position) => boolean,
  date = at,
  values?: Values,
  mostItems?: number,
): NextStep[] {
  if (isTerminal(state.status)) return [];
  if (state.started_at === null) return [{ kind: 'record', drafts: [{ type: 'run_started', data: {} }] }];
  if (state.paused) return [];
  const moment: DecisionInput = { graph, state, at, date, values, mostItems };
  const hold = holdRun(moment);
  if (hold && 'drafts' in hold) return record(hold.drafts);
  const effects = effectsOf(moment, hold?.positions ?? state.active, isExecuting);
  const isRecord = effects[0]?.kind === 'record' || effects[0]?.kind === 'restore';
  if (hold?.ask && !isRecord) return onlyEnds(moment) ? effectsOf(moment, state.active) : record([hold.ask]);
  const end = isRecord ? null : budgetEnd(graph, state);
  return end === null ? effects : [{ kind: 'wake', at: end }, ...effects];
}
