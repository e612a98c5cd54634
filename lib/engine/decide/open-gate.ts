// How a question becomes an open gate: what is asked, what is shown, where each answer leads, until when.
import { milliseconds } from '../../nodes/parts/duration.ts';
import { freeText, type GateOption, type GateSpec, hasDynamicOptions, optionsOf } from '../../nodes/parts/gate-spec.ts';
import { findNode, followingNode, type GraphNode, nodeOf } from '../../workflow/graph.ts';
import type { Draft, Gate } from '../events.ts';
import type { Position } from '../state.ts';
import { decideContext } from './decide-context.ts';
import { type DecisionInput, positionKey } from './decision-input.ts';

type Question = {
  purpose: Gate['purpose'];
  slot: string;
  spec: GateSpec;
  server?: Gate['server'];
  /** What each option leads to, where the graph does not say it. */
  leads?: Record<string, string>;
  /** Events recorded before this one in the same breath: a gate's id is its event's number. */
  offset?: number;
  from?: { node: string | null; via: string };
};

function targetWords(moment: DecisionInput, node: GraphNode, target: string | null): string {
  const following = followingNode(moment.graph, node.id);
  if (target === null || (target === 'next' && !findNode(moment.graph, 'next'))) {
    return following ? `goes on to ${following.name}` : 'the run completes';
  }
  const found = findNode(moment.graph, target);
  if (found) return `goes on to ${found.name}`;
  if (target === 'complete') return 'the run completes';
  if (target === 'fail') return 'the run fails';
  if (target === 'escalate') return 'asks the administrators';
  if (target === 'join') return 'ends this branch';
  return 'depends on the run’s data';
}

function leadsTo(moment: DecisionInput, node: GraphNode, question: Question, option: string): string {
  const { spec, slot } = question;
  const given = question.leads?.[option];
  if (given !== undefined) return given;
  const target = spec.on?.[option] ?? (hasDynamicOptions(spec) ? spec.on?.selected : undefined);
  if (target !== undefined) return targetWords(moment, node, target);
  if (spec.kind === 'approval' && option === 'no') return 'asks whether to retry, skip or abort';
  if (slot.startsWith('before')) return `${node.name} runs`;
  return node.conditions.length > 0 ? 'depends on the run’s data' : targetWords(moment, node, node.next);
}

type Shown = Gate['show'][number];

function isArtifact(value: unknown): value is { id: string | null; name: string } {
  return value !== null && typeof value === 'object' && 'id' in value && 'name' in value && 'size' in value;
}

const longestShown = 64_000;
const mostShown = 200;

/**
 * Artifacts are shown as files, those that were not kept not at all, lists one by one, everything else as text; what is too
 * long says so and has all of it beside it.
 */
function shownOf(value: unknown): Shown[] {
  if (value === null || value === undefined || value === '') return [];
  if (isArtifact(value)) return value.id === null ? [] : [{ label: value.name, text: null, artifact: value.id }];
  if (Array.isArray(value) && value.length <= mostShown) return value.flatMap(shownOf);
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  if (text.length <= longestShown) return [{ label: null, text, artifact: null }];
  const label = `The first ${longestShown} of ${text.length} characters`;
  return [{ label, text: text.slice(0, longestShown), artifact: null, value }];
}

/** Who is asked after a step sees what came of it: what it said or gave, and its files but for that same text. */
function shownWork({ id }: GraphNode, ctx: ReturnType<typeof decideContext>): Shown[] {
  const { output, artifacts } = ctx.evaluate(`nodes['${id}']`) as { output: unknown; artifacts: { path?: string }[] };
  const files = artifacts.filter(({ path = '' }) => !path.startsWith('.gatehouse/'));
  return [...shownOf(output), ...files.flatMap(shownOf)];
}

function fieldsOf(spec: GateSpec): Gate['fields'] {
  return Object.entries(spec.form ?? {}).map(([name, field]) => ({
    name,
    type: field.type,
    label: field.label ?? name,
    description: field.description ?? null,
    required: field.required ?? false,
    required_for: field.required_for ?? [],
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.choices === undefined ? {} : { choices: field.choices }),
  }));
}

/** Options that the run's data gives: texts, or groups with id, label and description. None are enough for one's own words. */
function givenOptions(value: unknown, takesWords: boolean): GateOption[] {
  if (takesWords && (value === null || (Array.isArray(value) && value.length === 0))) return [];
  if (!Array.isArray(value) || value.length === 0) throw new Error('options must be a list with at least one entry');
  const text = (one: unknown) => (one === undefined || one === null ? null : String(one));
  return value.map((one, index) => {
    const fields: Record<string, unknown> = one !== null && typeof one === 'object' ? { ...one } : { id: one };
    const id = text(fields.id ?? fields.value ?? fields.name ?? fields.label) ?? String(index);
    return {
      id,
      label: text(fields.label) ?? id,
      description: text(fields.description),
      style: index === 0 ? 'primary' : 'normal',
    };
  });
}

/** An answer in one's own words needs a place for them. */
function withTextField(fields: Gate['fields'], options: GateOption[]): Gate['fields'] {
  if (!options.some(({ id }) => id === freeText) || fields.some(({ name }) => name === 'text')) return fields;
  const field = {
    name: 'text',
    type: 'text',
    label: 'Your answer',
    description: null,
    required: false,
    required_for: [freeText],
  };
  return [...fields, field];
}

export function openGate(moment: DecisionInput, position: Position, question: Question): Draft {
  const node = nodeOf(moment.graph, position.node);
  const { spec, purpose, slot } = question;
  const ctx = decideContext(moment, node, position);
  const takesWords = spec.on?.[freeText] !== undefined;
  const dynamic = hasDynamicOptions(spec) ? givenOptions(ctx.render(spec.options), takesWords) : undefined;
  const options = dynamic ? optionsOf({ ...spec, options: dynamic as GateSpec['options'] }) : optionsOf(spec);
  // The timeout of a node that asks is the time people have; that of one that works is about its work.
  const timeout = slot === 'self' ? node.timeout : null;
  const lasts = spec.expires ? milliseconds(spec.expires.after) : timeout;
  const expiresAt = lasts === null ? null : new Date(Date.parse(moment.at) + lasts).toISOString();
  const gate: Gate = {
    id: `g${moment.state.seq + 1 + (question.offset ?? 0)}`,
    node: node.id,
    visit: position.visit,
    purpose,
    slot,
    kind: spec.kind,
    message: ctx.renderText(spec.message ?? node.name),
    options: options.map((one) => ({ ...one, leads_to: leadsTo(moment, node, question, one.id) })),
    fields: withTextField(fieldsOf(ctx.render({ form: spec.form }) as GateSpec), options),
    show: spec.show
      ? spec.show.flatMap((template) => shownOf(ctx.render(template)))
      : slot.startsWith('after')
        ? shownWork(node, ctx)
        : [],
    assignees: spec.assignees ?? [],
    persons: true,
    ...(spec.identity === undefined || spec.identity === 'link' ? {} : { identity: spec.identity }),
    opened_at: moment.at,
    expires_at: expiresAt,
    expires_then: spec.expires?.then ?? null,
    ...(spec.quorum === undefined ? {} : { quorum: spec.quorum, votes: [] }),
    ...(spec.no_self ? { no_self: true } : {}),
    ...(spec.remind === undefined ? {} : remindersOf(spec.remind, moment.at)),
    ...(spec.escalate === undefined ? {} : { escalate: escalationOf(spec.escalate, moment.at) }),
    ...(spec.kind === 'info' && spec.auto_continue !== false ? { auto: true } : {}),
    ...(question.server ? { server: question.server } : {}),
  };
  const { from } = question;
  const data = { ...positionKey(position), gate, ...(from ? { from } : {}) };
  return { type: 'gate_opened', node: node.id, visit: position.visit, attempt: position.attempt, data };
}

function remindersOf(every: string, at: string): Pick<Gate, 'remind_every' | 'remind_at'> {
  const remind_every = milliseconds(every);
  return { remind_every, remind_at: new Date(Date.parse(at) + remind_every).toISOString() };
}

function escalationOf({ after, to }: NonNullable<GateSpec['escalate']>, at: string): NonNullable<Gate['escalate']> {
  const ms = milliseconds(after);
  return { at: new Date(Date.parse(at) + ms).toISOString(), after: ms, to };
}

const choice = (id: string, label: string, style: GateOption['style']) => ({ id, label, style });

const inputField = (input: Record<string, unknown>) => ({
  type: 'json' as const,
  label: 'What it is given',
  description: 'As the file says it. Change it here, and Retry uses it in this run; the file stays as it is',
  default: escapedInside(input),
});

/** The question after a failure or a rejection. A person never loses a run to either. */
export function askRetrySkipAbort(
  moment: DecisionInput,
  position: Position,
  purpose: 'failure' | 'rejected',
  message: string,
  more: { details?: string; assignees?: string[]; offset?: number; input?: Record<string, unknown> } = {},
): Draft {
  const node = nodeOf(moment.graph, position.node);
  return openGate(moment, position, {
    purpose,
    slot: purpose,
    offset: more.offset ?? 0,
    spec: {
      kind: 'question',
      message: escaped(message),
      ...(more.details ? { show: [escaped(more.details)] } : {}),
      ...(more.assignees ? { assignees: more.assignees } : {}),
      ...(more.input ? { form: { input: inputField(more.input) } } : {}),
      options: [
        choice('retry', 'Retry', 'primary'),
        choice('skip', 'Skip', 'normal'),
        choice('abort', 'Abort', 'danger'),
      ],
    },
    leads: {
      retry: purpose === 'rejected' && !position.attempt ? 'asks again' : `${node.name} runs again`,
      skip: `leaves ${node.name} out and goes on`,
      abort: purpose === 'failure' ? 'the run fails' : 'the run is cancelled',
    },
  });
}

/** The same for every text inside of a value. */
export function escapedInside(value: unknown): unknown {
  if (typeof value === 'string') return escaped(value);
  if (Array.isArray(value)) return value.map(escapedInside);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, escapedInside(member)]));
}

/** Text that came from outside is never read as a template. */
export function escaped(text: string): string {
  return text.replaceAll('${', () => '$${');
}
