// A gate as its event describes it, and what an answer says.
import { z } from 'zod';
import { gateKinds, identities, shownOption } from '../nodes/parts/gate-spec.ts';
import { type gateAnswer, gateShown, json } from './event-parts.ts';

const gatePurposes = [
  'node',
  'failure',
  'rejected',
  'interrupted',
  'checkpoint',
  'server',
  'tool',
  'budget',
  'visits',
  'elicitation',
] as const;

export const gateData = z.object({
  id: z.string(),
  node: z.string(),
  visit: z.number(),
  purpose: z.enum(gatePurposes),
  kind: z.enum(gateKinds),
  /** Which of the visit's questions this is: `before:0`, `self`, `after:1`, or the purpose; `run` holds the whole run. An answered slot is not asked again. */
  slot: z.string(),
  message: z.string(),
  options: z.array(shownOption.extend({ leads_to: z.string() })),
  fields: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      label: z.string(),
      description: z.string().nullable(),
      required: z.boolean(),
      required_for: z.array(z.string()),
      default: json.optional(),
      choices: z.array(z.string()).optional(),
    }),
  ),
  show: z.array(gateShown),
  assignees: z.array(z.string()),
  /** It goes by persons: assignees, quorum and no_self are about who somebody is. Gates of older versions go by names. */
  persons: z.literal(true).optional(),
  /** What an answer by link takes; absent, a typed name. */
  identity: z.enum(identities).optional(),
  opened_at: z.string(),
  expires_at: z.string().nullable(),
  expires_then: z.string().nullable(),
  /** How many must say yes; votes so far. One no is enough. */
  quorum: z.number().optional(),
  votes: z
    .array(
      z.object({ option: z.string(), by: z.string(), via: z.string(), person: z.string().optional(), at: z.string() }),
    )
    .optional(),
  /** Whoever started the run may not answer. */
  no_self: z.boolean().optional(),
  /** Reminders go out this often (ms); the next one is due then. */
  remind_every: z.number().optional(),
  remind_at: z.string().optional(),
  /** Who is asked too, and from when on; who was asked so. */
  escalate: z.object({ at: z.string(), after: z.number(), to: z.array(z.string()) }).optional(),
  escalated_to: z.array(z.string()).optional(),
  /** Who said that they look after it. Others may still answer. */
  claimed: z.object({ person: z.string(), name: z.string(), at: z.string() }).optional(),
  /** An information that goes on by itself. */
  auto: z.boolean().optional(),
  /** For a server gate: what allowing it approves. */
  server: z.object({ id: z.string(), hash: z.string() }).optional(),
});
export type Gate = z.infer<typeof gateData>;

export type GateAnswer = z.infer<typeof gateAnswer>;
