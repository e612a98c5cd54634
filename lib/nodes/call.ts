// Another workflow as a step: a run of its own that this one waits for. `inline` shares the run's data: it starts with
// a copy and what it changed comes back; `spawn` sees only its inputs.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { callModes } from './contract/outcome.ts';

const output = z
  .string()
  .includes('${', { message: 'must be a template over the called run, like "${result.data.computed.total}"' });

const fields = z.strictObject({
  workflow: z.string().describe('The name of the workflow: its file without .yaml'),
  mode: z.enum(callModes).default('spawn'),
  inputs: z.record(z.string(), z.unknown()).default({}),
  outputs: z
    .record(z.string(), output)
    .default({})
    .describe('Names here, with templates over the called run, like ${result.data.computed.total}'),
});

export const call = defineNode({
  type: 'call',
  group: 'work',
  summary: 'Runs another workflow and waits for its end.',
  fields,
  writes: (node) => [
    ...Object.keys(node.outputs).map((name) => `computed.${name}`),
    ...(node.mode === 'inline' ? ['*'] : []),
  ],
  waitsAlone: true,
  executes: (node) => [`workflow ${node.workflow}`],
  claim: (node, ctx) => ({
    wait: {
      until: null,
      signal: `call:${ctx.nodeId}:${ctx.visit}:${ctx.attempt}`,
      call: {
        workflow: ctx.renderText(node.workflow),
        mode: node.mode,
        inputs: ctx.keep(node.inputs) as Record<string, unknown>,
        outputs: node.outputs,
      },
    },
  }),
});
