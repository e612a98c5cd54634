// One call of one MCP tool. Its text is the result, as a value when it is JSON; its images are artifacts.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { failure } from './contract/outcome.ts';
import { asText } from './parts/as-text.ts';
import { resolveTarget } from './parts/resolve-target.ts';
import { saveImage } from './parts/save-image.ts';
import { answerText, answerValue } from './parts/tool-answer.ts';

const fields = z.strictObject({
  server: z.string().describe('One of the servers of this workflow'),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
  target: z.string().min(1).optional().describe('What to point at, in words; found on the screen before the call'),
});

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
    const { server, tool, target } = node;
    const aimed =
      target === undefined
        ? { arguments: node.arguments }
        : await resolveTarget({ server, tool, target: asText(target), arguments: node.arguments }, ctx);
    if (!('arguments' in aimed)) return aimed;
    const answer = await ctx.callTool(server, tool, aimed.arguments);
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
  },
});
