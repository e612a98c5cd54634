// One call of one MCP tool. Text comes back as the result, images and files as artifacts.
import { z } from 'zod';
import { type ArtifactRef, defineNode, failure, type ToolContent } from './define-node.ts';

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
    const artifacts: ArtifactRef[] = [];
    for (const part of answer.content) {
      if (part.type !== 'image') continue;
      const name = `${node.tool}-${artifacts.length + 1}.${extension[part.mimeType] ?? 'bin'}`;
      artifacts.push(
        await ctx.saveArtifact({
          name,
          type: part.mimeType,
          bytes: Uint8Array.from(atob(part.data), (c) => c.charCodeAt(0)),
        }),
      );
    }
    return {
      ok: true,
      result: { value: answer.structured ?? parsed(text), text, images: artifacts.map(({ name }) => name) },
    };
  },
});
