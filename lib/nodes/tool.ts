// One call of one MCP tool. Its text is the result, as a value when it is JSON; its images are artifacts.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import type { NodeContext, ToolResult } from './contract/node-context.ts';
import { failure, type Outcome } from './contract/outcome.ts';
import { asText } from './parts/as-text.ts';
import { saveImage } from './parts/save-image.ts';
import { answerText, answerValue } from './parts/tool-answer.ts';
import { finder, findText } from './pointing/find-text.ts';
import { forgetTarget, rememberFocus, resolveTarget } from './pointing/resolve-target.ts';

const fields = z.strictObject({
  server: z.string().describe('One of the servers of this workflow'),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
  target: z.string().min(1).optional().describe('What to point at, in words; found on the screen before the call'),
});

type Fields = z.infer<typeof fields>;

const listNames: Record<string, string> = { list_windows: 'windows', find_text: 'matches', find_image: 'matches' };

export const tool = defineNode({
  type: 'tool',
  group: 'work',
  summary: 'Calls one tool of an MCP server.',
  fields,
  servers: (node) => [node.server],
  executes: (node) => [`${node.server}.${node.tool}`],
  idempotent: (_, { onlyRead }) => onlyRead,
  listName: (node) => listNames[node.tool],
  async execute(node, ctx) {
    const { server, tool } = node;
    const target = node.target === undefined ? null : asText(node.target);
    const words = tool === finder ? (target ?? textOf(node.arguments.text)) : target;
    if (ctx.attempt > 1 && words !== null) forgetTarget({ target: words, tool }, ctx);
    if (tool === finder && words !== null) {
      const { text: _, ...others } = node.arguments;
      const found = await findText(server, words, others, ctx);
      return 'suspended' in found ? found : answered(node, found.answer, ctx);
    }
    const aimed =
      target === null
        ? { arguments: node.arguments }
        : await resolveTarget({ server, tool, target, arguments: node.arguments }, ctx);
    if (!('arguments' in aimed)) return aimed;
    const outcome = await answered(node, await ctx.callTool(server, tool, aimed.arguments), ctx);
    if (outcome.ok) rememberFocus(tool, aimed.arguments, target, ctx);
    return outcome;
  },
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

async function answered({ server, tool }: Fields, answer: ToolResult, ctx: NodeContext): Promise<Outcome> {
  if (answer.isError) {
    return failure('tool_error', `${server}.${tool} answered with an error: ${answerText(answer) || 'no text'}`);
  }
  let images = 0;
  for (const part of answer.content) {
    if (part.type !== 'image') continue;
    images += 1;
    await saveImage(part, `${tool}-${images}`, ctx);
  }
  return { ok: true, result: answerValue(answer) };
}
