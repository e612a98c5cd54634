// Pieces that several events are made of.
import { z } from 'zod';
import { verdicts } from '../nodes/parts/check-spec.ts';
import type { Position } from './state.ts';

export const json = z.unknown();
export const actor = z.object({ by: z.string(), via: z.string() });
export const failureInfo = z.object({ code: z.string(), message: z.string(), details: json.optional() });

export const userResponse = z.object({
  id: z.string(),
  raw: z.object({ selected: z.string().optional(), text: z.string().optional() }),
  values: z.record(z.string(), json),
});

export const change = z.object({
  op: z.enum(['set', 'append', 'clear', 'merge']),
  path: z.string(),
  value: json.optional(),
});

/** What a split will walk, worked out when it is entered. */
export const fork = z.object({
  branches: z.array(z.object({ key: z.string(), start: z.string(), item: json.optional() })),
  join: z.enum(['all', 'any', 'majority']),
  limit: z.number().nullable(),
  as: z.string().nullable(),
  isList: z.boolean(),
});
export const wait = z.object({
  until: z.string().nullable(),
  signal: z.string().nullable(),
  deadline: z.string().nullable(),
  call: z
    .object({
      workflow: z.string(),
      mode: z.enum(['inline', 'spawn']),
      inputs: z.record(z.string(), json),
      outputs: z.record(z.string(), z.string()),
    })
    .nullable(),
});

/** What a suspended attempt goes on with. */
export const resumption = z.discriminatedUnion('reason', [
  z.object({
    reason: z.literal('tool'),
    allowed: z.boolean(),
    arguments: z.record(z.string(), json),
    by: z.string(),
    comment: z.string().nullable(),
  }),
  z.object({ reason: z.literal('callback'), payload: json }),
  z.object({ reason: z.literal('budget') }),
  z.object({ reason: z.literal('server') }),
]);

export const checkResult = z.object({
  name: z.string(),
  verdict: z.enum(verdicts),
  on_fail: z.enum(['fail', 'warn']),
  when: z.enum(['inline', 'after']),
  reason: z.string().nullable(),
});

export const budgetKinds = ['tokens', 'cost', 'tool_calls', 'time'] as const;

export const gateShown = z.object({
  label: z.string().nullable(),
  text: z.string().nullable(),
  artifact: z.string().nullable(),
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
