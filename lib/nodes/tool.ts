// One call of one MCP tool. Its text is the result, as a value when it is JSON; its images are artifacts.
import { z } from 'zod';
import { defineNode, failure, type ToolContent } from './define-node.ts';

const fields = z.strictObject({
  server: z.string().describe('One of the servers of this workflow'),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
});
type Fields = z.infer<typeof fields>;

function textOf(content: ToolContent[]): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? null : text;
  }
}

const extension: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

export const tool = defineNode<Fields>({
  type: 'tool',
  group: 'work',
  summary: 'Calls one tool of an MCP server.',
  fields,
  server: (node) => node.server,
  executes: (node) => [`${node.server}.${node.tool}`],
  async execute(node, ctx) {
    const answer = await ctx.callTool(node.server, node.tool, node.arguments);
    const text = textOf(answer.content);
    if (answer.isError) {
      return failure('tool_error', `${node.server}.${node.tool} answered with an error: ${text || 'no text'}`);
    }
    let images = 0;
    for (const part of answer.content) {
      if (part.type !== 'image') continue;
      images += 1;
      const name = `${node.tool}-${images}.${extension[part.mimeType] ?? 'bin'}`;
      const bytes = Uint8Array.from(atob(part.data), (c) => c.charCodeAt(0));
      await ctx.saveArtifact({ name, type: part.mimeType, bytes });
    }
    return { ok: true, result: answer.structured ?? parsed(text) };
  },
});
