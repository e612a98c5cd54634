// What a tool answered, in our words. A link to a file counts only when the file really is inside the workspace: a server
// must not be able to point at files of the console.
import { realpath } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import type { ToolContent, ToolResult } from '../../nodes/contract/node-context.ts';
import { isInside } from '../files/files.ts';

export async function toToolResult(result: CallToolResult, workspace: string): Promise<ToolResult> {
  const content = await Promise.all(result.content.map((block) => toToolContent(block, workspace)));
  const isError = result.isError === true;
  return result.structuredContent === undefined
    ? { isError, content }
    : { isError, content, structured: result.structuredContent };
}

async function toToolContent(block: ContentBlock, workspace: string): Promise<ToolContent> {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return { type: 'image', data: block.data, mimeType: block.mimeType };
    case 'audio':
      return { type: 'resource', uri: `data:${block.mimeType};base64,${block.data}`, mimeType: block.mimeType };
    case 'resource_link':
      return linked(block.uri, block.mimeType, workspace);
    case 'resource': {
      const { uri, mimeType } = block.resource;
      if ('text' in block.resource) return withType({ type: 'resource', uri, text: block.resource.text }, mimeType);
      const data = block.resource.blob;
      if (mimeType?.startsWith('image/')) return { type: 'image', data, mimeType };
      const type = mimeType ?? 'application/octet-stream';
      return { type: 'resource', uri: `data:${type};base64,${data}`, mimeType: type };
    }
  }
}

async function linked(uri: string, mimeType: string | undefined, workspace: string): Promise<ToolContent> {
  if (!uri.startsWith('file:')) return withType({ type: 'resource', uri }, mimeType);
  try {
    const file = await realpath(fileURLToPath(uri));
    if (isInside(await realpath(workspace), file)) {
      return withType({ type: 'resource', uri: pathToFileURL(file).href }, mimeType);
    }
  } catch {
    // Not a local path, or no such file: told like one outside.
  }
  return { type: 'text', text: `The server linked to a file that is not in the workspace: ${uri}` };
}

function withType(content: Extract<ToolContent, { type: 'resource' }>, mimeType: string | undefined): ToolContent {
  return mimeType === undefined ? content : { ...content, mimeType };
}
