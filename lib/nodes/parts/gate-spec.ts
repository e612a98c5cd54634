// What a gate may say: the fields of a gate node, and of `gate:` on any node (which adds `when`).
import { z } from 'zod';
import { target } from '../contract/field-kinds.ts';
import { duration } from './duration.ts';

export const gateKinds = ['approval', 'question', 'info', 'form'] as const;
export type GateKind = (typeof gateKinds)[number];

export const formFieldTypes = ['string', 'text', 'number', 'integer', 'boolean', 'choice', 'list', 'json'] as const;

const formField = z.strictObject({
  type: z.enum(formFieldTypes).default('string'),
  label: z.string().optional(),
  description: z.string().optional(),
  required: z.boolean().optional(),
  required_for: z.array(z.string()).optional().describe('Option ids for which this field must be filled'),
  default: z.unknown().optional(),
  choices: z.array(z.string()).optional(),
});

/** What an answer by link takes, from little to much. */
export const identities = ['link', 'code', 'account'] as const;

const optionStyle = z.enum(['primary', 'normal', 'danger']);

const gateOption = z.strictObject({
  id: z.string(),
  label: z.string().optional(),
  description: z.string().optional(),
  style: optionStyle.optional(),
});

const gateFields = {
  message: z.string().optional(),
  show: z.array(z.string()).optional().describe('Templates whose values people see: text, artifacts'),
  options: z
    .union([
      z.array(gateOption).min(1),
      z.string().startsWith('${', { message: 'must be a list of options, or a template that gives one' }),
    ])
    .optional()
    .describe('The answers to choose from, or a template that gives a list of them'),
  form: z.record(z.string(), formField).optional(),
  on: z.record(z.string(), target()).optional().describe('Where each answer leads'),
  assignees: z.array(z.string()).optional().describe('People, groups and mail addresses: only they may answer'),
  identity: z
    .enum(identities)
    .optional()
    .describe('What an answer takes: a typed name, a code that is mailed to the recipient of the link, or a sign-in'),
  quorum: z.number().int().min(1).optional().describe('How many persons must say yes; one no is enough'),
  no_self: z.boolean().optional().describe('Whoever started the run may not answer'),
  remind: duration.optional(),
  escalate: z
    .strictObject({ after: duration, to: z.array(z.string()).min(1) })
    .optional()
    .describe('Who is asked too when nobody has answered by then'),
  expires: z.strictObject({ after: duration, then: z.string().optional() }).optional(),
  auto_continue: z.boolean().optional(),
};

export const gateSpec = z.strictObject({ kind: z.enum(gateKinds).default('approval'), ...gateFields });
export type GateSpec = z.infer<typeof gateSpec>;

/** `gate:` on a node. `kind: none` asks nothing. */
export const nodeGateSpec = z.strictObject({
  kind: z.enum([...gateKinds, 'none']).default('approval'),
  when: z.enum(['before', 'after']).default('after'),
  ...gateFields,
});
export type NodeGateSpec = z.infer<typeof nodeGateSpec>;

/** An option as people see it. */
export const shownOption = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  style: optionStyle,
});
export type GateOption = z.infer<typeof shownOption>;

const builtIn: Record<GateKind, GateOption[]> = {
  approval: [
    { id: 'yes', label: 'Approve', description: null, style: 'primary' },
    { id: 'no', label: 'Reject', description: null, style: 'danger' },
  ],
  question: [],
  info: [{ id: 'continue', label: 'Continue', description: null, style: 'primary' }],
  form: [{ id: 'submit', label: 'Submit', description: null, style: 'primary' }],
};

/** The options people see: an approval keeps its own ids and may be given other words. */
export const freeText = 'other';

/** True when the answers are known only when the gate opens. */
export function hasDynamicOptions(spec: Pick<GateSpec, 'options'>): boolean {
  return typeof spec.options === 'string';
}

export function optionsOf(spec: Pick<GateSpec, 'kind' | 'options' | 'on'>): GateOption[] {
  const written = Array.isArray(spec.options) ? spec.options : undefined;
  const given = written?.map((option, index) => ({
    id: option.id,
    label: option.label ?? option.id,
    description: option.description ?? null,
    style: option.style ?? (index === 0 ? ('primary' as const) : ('normal' as const)),
  }));
  const options = given ?? builtIn[spec.kind];
  // A way for an answer in one's own words is an offer to give one.
  const wantsText = spec.on?.[freeText] !== undefined && !options.some(({ id }) => id === freeText);
  return wantsText ? [...options, { id: freeText, label: 'Other', description: null, style: 'normal' }] : options;
}
