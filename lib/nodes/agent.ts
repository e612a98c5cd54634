// A named agent: a role of the workflow, a file in agents/, or one of the known programs, in this order.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import type { Instructions, NodeContext } from './contract/node-context.ts';
import { failure, type Outcome } from './contract/outcome.ts';
import { grantedTools } from './model/instructed-model.ts';
import { runModelLoop } from './model/model-loop.ts';
import { finishWork } from './model/model-loop-answer.ts';
import { newNotes } from './model/model-loop-notes.ts';
import { checkAsk, modelFields, modelWords, serversOf, toolsField } from './model/model-tools.ts';
import { asText } from './parts/as-text.ts';
import { type Preset, presetCommand, presets } from './parts/cli-presets.ts';
import { outsideOfProgram } from './parts/outside.ts';
import { lastLine } from './parts/printed-end.ts';

const fields = z
  .strictObject({
    agent: z
      .string()
      .min(1)
      .describe(`A role, a file of agents/, or one of ${presets.join(', ')}`),
    prompt: z.string().min(1),
    ...modelFields,
    tools: toolsField.optional(),
    background: z
      .boolean()
      .default(false)
      .describe('Works beside the rest; joined where it is referred to, or at the end'),
  })
  .superRefine(checkAsk);
type Fields = z.infer<typeof fields>;

const isPreset = (name: string): name is Preset => (presets as readonly string[]).includes(name);

export const agent = defineNode({
  type: 'agent',
  group: 'work',
  summary: 'Lets a named agent work on a prompt.',
  fields,
  mainResult: 'it.text',
  servers: (node) => serversOf(node.tools),
  usesModel: true,
  follows: (node) => [{ kind: 'agent', name: node.agent }],
  outside: (node) => outsideOfProgram(isPreset(node.agent) ? node.agent : ''),
  executes: (node, modelOf) => {
    const model = node.model ?? modelOf(node.agent) ?? modelOf();
    return [`agent ${node.agent}`, ...(isPreset(node.agent) ? [] : modelWords(model, node))];
  },
  idempotent: (node) => node.tools?.length === 0 && !isPreset(node.agent),
  isBackground: (node) => node.background,
  async execute(node, ctx) {
    const name = asText(node.agent);
    const found = await findAgent(name, ctx);
    if (found === null) return runProgram(name as Preset, node, ctx);
    const { max_tool_calls, time_limit } = node;
    return runModelLoop(
      {
        instructions: found.text,
        prompt: asText(node.prompt),
        model: node.model ?? found.model,
        max_tool_calls,
        time_limit,
        ...grantedTools(node, found, ctx),
      },
      ctx,
    );
  },
});

/** Null when it is a program. */
async function findAgent(name: string, ctx: NodeContext): Promise<Instructions | null> {
  const role = ctx.findRole(name);
  if (role) return { name, text: role.instructions, model: role.model, tools: [] };
  try {
    return await ctx.readInstructions('agent', name);
  } catch (error) {
    if (isPreset(name) && (error as { code?: unknown }).code === 'instructions_missing') return null;
    throw error;
  }
}

/** It may change files only where the node allows write_file. */
async function runProgram(preset: Preset, node: Fields, ctx: NodeContext): Promise<Outcome> {
  const mode = node.tools?.includes('write_file') ? 'write' : 'analysis';
  const ran = await ctx.runCommand({ argv: presetCommand(preset, { prompt: asText(node.prompt), mode }) });
  if (ran.exit_code !== 0) {
    const last = lastLine(ran.stderr);
    const end = ran.exit_code === null ? `was ended by ${ran.signal}` : `ended with code ${ran.exit_code}`;
    return failure('exit_code', `"${preset}" ${end}${last ? `: ${last}` : ''}`, { stderr: ran.stderr });
  }
  return finishWork({ ...newNotes([]), text: ran.stdout }, ctx, { stopped_by: null });
}
