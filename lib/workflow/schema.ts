// What a workflow file may say: its top level, and the fields that every node has. The fields of a node's own type come
// from its definition. Where a schema wants text, an unquoted scalar is its source text (parse-tree).
import { z } from 'zod';
import { expression, keeps, target, verbatim } from '../nodes/contract/field-kinds.ts';
import { checkSpec } from '../nodes/parts/check-spec.ts';
import { duration, milliseconds } from '../nodes/parts/duration.ts';
import { outsideSchema } from '../nodes/parts/outside.ts';
import { requirement } from '../nodes/parts/precondition.ts';
import { inputTypes } from './graph.ts';

const traces = ['off', 'minimal', 'full'] as const;

const retry = z.strictObject({
  attempts: z.number().int().min(1).optional().describe('Tries in all'),
  backoff: duration.optional().describe('Pause before the second try; doubles with each further one'),
  max_backoff: duration.optional(),
});

const inputSchema = z.strictObject({
  type: z.enum(inputTypes).default('string'),
  required: z.boolean().default(false),
  description: z.string().optional(),
  default: z.unknown().optional(),
  choices: z.array(z.string()).min(1).optional(),
});

const serverSchema = z.strictObject({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
  outside: z
    .union([outsideSchema, z.literal('all')])
    .optional()
    .describe('What it uses of the machine; "all" lets it out of its wall'),
});

const roleSchema = z.strictObject({
  instructions: z.string().min(1).describe('Who the model is and how it works'),
  model: z.string().min(1).optional().describe('The model of this role; "default" is the console’s own'),
  description: z.string().optional(),
});

const workspaceSchema = z
  .strictObject({
    git: z.string().min(1).optional().describe('A repository: its folder or its address'),
    path: z
      .string()
      .min(1)
      .optional()
      .describe('A folder on this machine; a template that gives null begins with an empty one'),
    ref: z.string().min(1).optional().describe('The branch, tag or commit of the repository'),
    mode: z.enum(['copy', 'shared']).default('copy').describe('A copy for each run, or the folder itself'),
  })
  .refine(({ git, path }) => (git === undefined) !== (path === undefined), {
    message: 'must say exactly one of "git" and "path"',
  })
  .refine(({ git, mode }) => git === undefined || mode === 'copy', {
    path: ['mode'],
    message: 'must be "copy" with "git"; a folder to work in itself is "path"',
  })
  .refine(({ git, ref }) => git !== undefined || ref === undefined, { path: ['ref'], message: 'belongs to "git"' });

const state = z
  .object({
    flags: z.record(z.string(), z.boolean()).default({}),
    computed: z.record(z.string(), z.unknown()).default({}),
  })
  .catchall(z.unknown());

const defaults = z.strictObject({
  role: z.string().optional(),
  retry: retry.optional(),
  timeout: duration.optional(),
  on_failure: target('failure').optional(),
  max_visits: z.number().int().min(1).optional(),
  trace: z.enum(traces).optional(),
});

const concurrency = z.strictObject({
  key: z.string().optional().describe('Runs with the same key share the limit; without one, all runs do'),
  limit: z.number().int().min(1).describe('So many runs work at once; later ones wait for their turn'),
});

const names = z.array(z.string().min(1)).min(1);
const access = z.strictObject({ see: names.optional(), start: names.optional() });

const budget = z
  .strictObject({
    time: duration.optional().describe('How long a run may work before people are asked'),
    tokens: z.number().int().min(1).optional().describe('Of all model calls, read and written'),
    cost: z.number().positive().optional().describe('In the currency of the console’s prices'),
    tool_calls: z.number().int().min(1).optional(),
  })
  .refine(({ time }) => time === undefined || milliseconds(time) > 0, {
    path: ['time'],
    message: 'must be longer than nothing',
  });

/** `gatehouse` and `nodes` are read on their own: see load.ts and load-nodes.ts. */
export const fileSchema = z.strictObject({
  gatehouse: z.unknown().optional(),
  name: z.string().min(1),
  version: z.string().default(''),
  description: z.string().optional(),
  tags: z.array(z.string()).default([]),
  inputs: z.record(z.string(), inputSchema).default({}),
  roles: z.record(z.string(), roleSchema).default({}),
  servers: z.record(z.string(), serverSchema).default({}),
  state: state.default({ flags: {}, computed: {} }),
  require: z.array(requirement).default([]).describe('What must be so before a run starts'),
  workspace: workspaceSchema.optional(),
  outside: outsideSchema.optional().describe('What its commands use of the machine; people are asked for exactly this'),
  budget: budget.default({}),
  defaults: defaults.default({}),
  concurrency: concurrency.optional(),
  access: access.optional().describe('Who may see it and its runs, and who may start it: people and groups'),
  start: z.string().optional(),
  nodes: z.unknown().optional(),
});
export type FileFields = z.infer<typeof fileSchema>;

/** `gate` is one gate or a list of them, each read with the gate's own schema. */
export const commonSchema = z.strictObject({
  type: verbatim(z.string()),
  name: verbatim(z.string()).optional(),
  description: verbatim(z.string()).optional(),
  enabled: z.boolean().default(true),
  retry: retry.optional(),
  timeout: duration.optional(),
  settle: duration.optional(),
  gate: z.unknown().optional(),
  checks: z.array(checkSpec).default([]).describe('What must be true of the work'),
  expect: z.string().min(1).optional().describe('What the node should reach, in words; a model judges it'),
  save: z.record(z.string(), keeps(z.unknown())).default({}),
  artifacts: z.array(z.string()).default([]),
  conditions: z.array(z.strictObject({ if: expression(), then: target() })).default([]),
  next: target('next').optional(),
  on_failure: target('failure').optional(),
  parallel_group: z.string().min(1).optional().describe('Neighbours of one group run at the same time'),
  needs: verbatim(z.array(z.string()))
    .default([])
    .describe('Nodes that must be finished before this one is entered; the order of the file follows from them'),
  idempotent: z.boolean().optional(),
  max_visits: z.number().int().min(1).optional(),
  trace: z.enum(traces).optional(),
  role: z.string().optional().describe('The persona of a node that a model works on'),
  network: z.enum(['full', 'none']).optional().describe('Whether its commands reach anybody'),
});
export type CommonFields = z.infer<typeof commonSchema>;
