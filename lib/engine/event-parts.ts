// Pieces that several events are made of.
import { z } from 'zod';
import { waitClaim } from '../nodes/contract/outcome.ts';
import type { Position } from './state.ts';

export const json = z.unknown();
/** `person` is who it was, however they are called: the id of an account, or `mailto:` and an address. */
export const actor = z.object({ by: z.string(), via: z.string(), person: z.string().optional() });
export const failureInfo = z.object({ code: z.string(), message: z.string(), details: json.optional() });

export const userResponse = z.object({
  id: z.string(),
  raw: z.object({ selected: z.string().optional(), text: z.string().optional() }),
  values: z.record(z.string(), json),
  comment: z.string().optional(),
});

/** `deadline` is when it is given up. */
export const wait = waitClaim.extend({ deadline: z.string().nullable() });

/** A file that an attempt produced. */
export const artifactFile = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  /** In the workspace, for a file that is there. */
  path: z.string().optional(),
});

export const modelMessage = z.object({
  role: z.enum(['system', 'user', 'tool']),
  text: json,
  call: z.string().optional(),
  /** How many pictures came with it. */
  images: z.number().optional(),
});

export const budgetKinds = ['tokens', 'cost', 'tool_calls', 'time'] as const;

export const gateShown = z.object({
  label: z.string().nullable(),
  text: z.string().nullable(),
  artifact: z.string().nullable(),
  /** All of it, kept beside the log, where the text is only its beginning. */
  value: z.unknown().optional(),
});

/** What a gate may ask of whoever answers. */
const overridable = ['assignees', 'quorum', 'no_self'] as const;

export const gateAnswer = z.object({
  option: z.string(),
  values: z.record(z.string(), json),
  comment: z.string().nullable(),
  by: z.string(),
  via: z.string(),
  /** Who it was, however they are called: the id of an account, or `mailto:` and an address; absent, somebody with the link. */
  person: z.string().optional(),
  at: z.string(),
  /** What of the gate's demands an administrator passed over, for the reason in the comment. */
  override: z.array(z.enum(overridable)).optional(),
  /** It answered a gate with a quorum as the only account that there was. */
  alone: z.literal(true).optional(),
  /** Where it came from. */
  address: z.string().optional(),
  /** Of an answer by link, whose name anybody may have typed: the browser's own words. */
  agent: z.string().optional(),
  /** The hash of what was shown; in an event it stands beside the answer. */
  shown: z.string().optional(),
  /** Of all of this, as lib/receipts says; absent in answers from before there were signatures. */
  signature: z.string().optional(),
});

export const from = z.object({ node: z.string().nullable(), via: z.string() }).optional();
/** Which of the run's active positions an event moves; absent means the main one. */
export const position = z.string().optional();
/** Everywhere the run stands once a person has taken it back; whatever stood before is gone. */
export const active = z.custom<Position[]>(Array.isArray);
/** Of the shape of the positions or the state beside it; absent means 1. */
export const version = z.number().optional();
/** A run that had ended, and shares a limit with others, waits for its turn again. */
export const queued = z.literal(true).optional();

export const event = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    seq: z.number().int().positive(),
    at: z.string(),
    type: z.literal(type),
    node: z.string().optional(),
    visit: z.number().int().optional(),
    attempt: z.number().int().optional(),
    data,
  });

/** From here on the run follows another version of its text; `inputs` and `state` are what it lacked of that one's. */
export const moved = z.object({
  from: z.string(),
  to: z.string(),
  name: z.string(),
  version: z.string(),
  inputs: z.record(z.string(), json),
  state: z.object({
    computed: z.record(z.string(), json),
    flags: z.record(z.string(), z.boolean()),
    custom: z.record(z.string(), json),
  }),
});
