// A model that follows a Markdown file. The file says how; what may be used is for the workflow to say: of the tools in
// the file's head only those of the workspace are taken, and a command of theirs is always asked about.
import { z } from 'zod';
import { defineNode } from '../contract/define-node.ts';
import type { Instructions, NodeContext } from '../contract/node-context.ts';
import { asText } from '../parts/as-text.ts';
import { type ModelWork, runModelLoop } from './model-loop.ts';
import {
  checkAsk,
  isWorkspaceTool,
  modelFields,
  modelWords,
  serversOf,
  type ToolLimits,
  toolsField,
} from './model-tools.ts';

const fields = z
  .strictObject({
    executor: z.string().min(1).describe('The name of the file, without .md'),
    args: z.unknown().optional().describe('Stands for $ARGUMENTS in the file, and is what the model is asked'),
    ...modelFields,
    tools: toolsField.optional(),
  })
  .superRefine(checkAsk);

/** What a node and the head of its file allow together. */
export function grantedTools(
  limits: ToolLimits,
  head: Instructions,
  ctx: NodeContext,
): Pick<ModelWork, 'tools' | 'ask'> {
  if (limits.tools) return { tools: limits.tools, ask: limits.ask };
  const left = head.tools.filter((tool) => !isWorkspaceTool(tool));
  if (left.length > 0) {
    const message = `"${head.name}" would use ${left.join(', ')}, which it cannot grant itself; list them in "tools" of the node`;
    ctx.trace('warning', { code: 'tool_not_granted', message });
  }
  return { tools: head.tools.filter(isWorkspaceTool), ask: [...limits.ask, 'run_command'] };
}

export function defineInstructed(kind: 'skill' | 'command', summary: string) {
  return defineNode({
    type: kind,
    group: 'work',
    summary,
    fields,
    mainResult: 'it.text',
    servers: (node) => serversOf(node.tools),
    usesModel: true,
    follows: (node) => [{ kind, name: node.executor }],
    executes: (node, modelOf) => [`${kind} ${node.executor}`, ...modelWords(node.model ?? modelOf(), node)],
    idempotent: (node) => node.tools?.length === 0,
    async execute(node, ctx) {
      const file = await ctx.readInstructions(kind, asText(node.executor));
      const args = node.args === undefined || node.args === null ? '' : asText(node.args);
      const { max_tool_calls, time_limit } = node;
      return runModelLoop(
        {
          instructions: file.text.replaceAll('$ARGUMENTS', () => args),
          prompt: args || 'Do what your instructions say.',
          model: node.model ?? file.model,
          max_tool_calls,
          time_limit,
          // What it reports as JSON can be read by the nodes after it.
          spreads: true,
          ...grantedTools(node, file, ctx),
        },
        ctx,
      );
    },
  });
}
