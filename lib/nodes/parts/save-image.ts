// A picture that a tool answered with, kept as an artifact with the ending of its type.
import type { ArtifactRef, NodeContext, ToolContent } from '../contract/node-context.ts';

export type ImagePart = Extract<ToolContent, { type: 'image' }>;

const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

export function saveImage({ data, mimeType }: ImagePart, name: string, ctx: NodeContext): Promise<ArtifactRef> {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return ctx.saveArtifact({ name: `${name}.${endings[mimeType] ?? 'bin'}`, type: mimeType, bytes });
}
