// An attempt that stops in the middle and goes on later: until a person has allowed a tool or a server, a program has reported, or the
// run was granted more. It is one attempt: it keeps its number, its notes and its files.
import type { Resumption, Suspension } from '../../nodes/contract/outcome.ts';
import { freeText } from '../../nodes/parts/gate-spec.ts';
import { nodeOf } from '../../workflow/graph.ts';
import type { Draft, Gate, GateAnswer } from '../events.ts';
import type { Position } from '../state.ts';
import { askServer } from './ask-server.ts';
import { type DecisionInput, type NextStep, positionKey, visitKeys } from './decision-input.ts';
import { draftFailed } from './draft-failed.ts';
import { escaped, escapedInside, openGate } from './open-gate.ts';

type ToolQuestion = Extract<Suspension, { reason: 'tool' }>;

/** The arguments are shown as they are and may be changed: what is allowed is what runs. */
function askForTool(moment: DecisionInput, position: Position, question: ToolQuestion): Draft {
  const { name } = nodeOf(moment.graph, position.node);
  const { tool, description } = question;
  return openGate(moment, position, {
    purpose: 'tool',
    slot: 'tool',
    offset: 1,
    spec: {
      kind: 'question',
      message: escaped(`${name} wants to call ${tool}. Allow it?`),
      ...(description ? { show: [escaped(description)] } : {}),
      options: [
        { id: 'allow', label: 'Allow', style: 'primary' },
        { id: 'deny', label: 'Deny', style: 'danger' },
      ],
      form: {
        arguments: {
          type: 'json',
          label: 'Arguments',
          description: 'Exactly what the tool is called with; change it here if it should be called differently',
          default: escapedInside(question.arguments),
        },
      },
    },
    leads: { allow: `${tool} runs with these arguments`, deny: `${name} is told and goes on without it` },
  });
}

/** The model's own words are data, and whoever knows better may say so. */
function askPeople(
  moment: DecisionInput,
  position: Position,
  { question, options }: Extract<Suspension, { reason: 'question' }>,
): Draft {
  const { name } = nodeOf(moment.graph, position.node);
  const choices = options.map((label, index) => ({ id: `option_${index + 1}`, label: escaped(label) }));
  const other = choices.length > 0 ? [...choices, { id: freeText, label: 'Something else' }] : undefined;
  const field = { type: 'text' as const, label: 'Your answer', required: true };
  const leads = [...choices.map(({ id }) => id), freeText, 'submit'].map((id) => [id, `${name} goes on with it`]);
  return openGate(moment, position, {
    purpose: 'elicitation',
    slot: 'elicitation',
    offset: 1,
    spec: other
      ? { kind: 'question', message: escaped(question), options: other }
      : { kind: 'form', message: escaped(question), form: { text: field } },
    leads: Object.fromEntries(leads),
  });
}

export function suspend(moment: DecisionInput, position: Position, why: Suspension): Draft[] {
  const { timeout } = nodeOf(moment.graph, position.node);
  const keys = visitKeys(position);
  const stopped = (more: { signal?: string; deadline?: string | null } = {}): Draft => ({
    type: 'node_suspended',
    ...keys,
    data: { ...positionKey(position), reason: why.reason, ...more },
  });
  if (why.reason === 'tool') return [stopped(), askForTool(moment, position, why)];
  if (why.reason === 'question') return [stopped(), askPeople(moment, position, why)];
  if (why.reason === 'server') return [stopped(), askServer(moment, position, why.start)];
  if (why.reason === 'budget') return [stopped()];
  const deadline = timeout === null ? null : new Date(Date.parse(moment.at) + timeout).toISOString();
  return [stopped({ signal: why.signal, deadline })];
}

export function continueAttempt(moment: DecisionInput, position: Position, continues: Resumption): Draft[] {
  const { type } = nodeOf(moment.graph, position.node);
  return [{ type: 'node_started', ...visitKeys(position), data: { ...positionKey(position), type, continues } }];
}

/** What it was going on with when the server was asked about is what it goes on with now. */
export function continueWithServer(moment: DecisionInput, position: Position): Draft[] {
  return continueAttempt(moment, position, position.resumed ?? { reason: 'server' });
}

/** What a person decided about a tool. Without an edit the arguments are those that were shown. */
export function continueWithTool(moment: DecisionInput, position: Position, gate: Gate, answer: GateAnswer): Draft[] {
  const shown = gate.fields.find(({ name }) => name === 'arguments')?.default;
  const given = answer.values.arguments ?? shown ?? {};
  return continueAttempt(moment, position, {
    reason: 'tool',
    allowed: answer.option === 'allow',
    arguments: given as Record<string, unknown>,
    by: answer.by,
    comment: answer.comment,
  });
}

/** What a person said to a model's question: the option's words, or their own. */
export function continueWithAnswer(moment: DecisionInput, position: Position, gate: Gate, answer: GateAnswer): Draft[] {
  const { text } = answer.values;
  const label = gate.options.find(({ id }) => id === answer.option)?.label ?? answer.option;
  const said = typeof text === 'string' && text !== '' ? text : label;
  const words = answer.comment ? `${said} (${answer.comment})` : said;
  return continueAttempt(moment, position, { reason: 'question', answer: words, by: answer.by });
}

export function walkSuspended(moment: DecisionInput, position: Position): NextStep[] {
  const record = (drafts: Draft[]): NextStep[] => [{ kind: 'record', drafts }];
  const { wait } = position;
  if (!wait?.signal) return record(continueAttempt(moment, position, { reason: 'budget' }));
  const arrived = moment.state.signals[wait.signal] ?? [];
  if (arrived.length > 0) return record(continueAttempt(moment, position, { reason: 'callback', payload: arrived[0] }));
  if (wait.deadline === null) return [];
  if (moment.at < wait.deadline) return [{ kind: 'wake', at: wait.deadline }];
  const { name } = nodeOf(moment.graph, position.node);
  return record(
    draftFailed(moment, position, { code: 'timeout', message: `${name} did not report by ${wait.deadline}` }),
  );
}
