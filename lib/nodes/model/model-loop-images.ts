// Pictures for a model. One that a tool gives is kept as an artifact and, where a model for images is configured, put
// into words by it; else the working model gets the picture itself.
import type { NodeContext } from '../contract/node-context.ts';
import type { NodeError } from '../contract/outcome.ts';
import { type ImagePart, saveImage } from '../parts/save-image.ts';
import type { Notes } from './model-loop-notes.ts';

const largestImage = 20 * 1024 * 1024;
const question =
  'Describe this picture for someone who cannot see it: what it shows, every readable text, and where things are.';

/** What the working model is told in the place of the picture. */
export async function takeImage(part: ImagePart, label: string, notes: Notes, ctx: NodeContext): Promise<string> {
  const name = `${label.replace(/^.*\./, '')}-${notes.files.length + 1}`;
  const saved = await saveImage(part, name, ctx);
  notes.files.push(saved);
  const url = `data:${part.mimeType};base64,${part.data}`;
  const words = await describeImage(url, notes, ctx);
  if (words === null) {
    notes.images.push(url);
    return `[image ${saved.name}: shown below]`;
  }
  ctx.trace('vision_summary', { image: saved.id, text: words });
  return `[image ${saved.name}: ${words}]`;
}

/** Null when nobody can: there is no model for images, or nothing may be spent on it any more. */
async function describeImage(url: string, notes: Notes, ctx: NodeContext): Promise<string | null> {
  if (ctx.isOverBudget()) return null;
  try {
    const messages = [{ role: 'user' as const, text: question, images: [url] }];
    const reply = await ctx.callModel({ model: null, purpose: 'vision', messages, tools: [] });
    notes.input_tokens += reply.input_tokens;
    notes.output_tokens += reply.output_tokens;
    return reply.text;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'model_not_configured') return null;
    throw error;
  }
}

/** Pictures for the working model itself, and in the place of those that another model has looked at, its words. */
export async function shownImages(pictures: Picture[], notes: Notes, ctx: NodeContext) {
  const images: string[] = [];
  const words: string[] = [];
  for (const { id, url, name } of pictures) {
    const text = await describeImage(url, notes, ctx);
    if (text === null) images.push(url);
    else {
      ctx.trace('vision_summary', { image: id, text });
      words.push(`[image ${name}: ${text}]`);
    }
  }
  return { images, words };
}

export type Picture = { id: string; name: string; url: string };

/** Artifacts named by a node's `images`, and lists of them; other kinds of files in a list are passed over. */
export async function readImages(given: unknown[], ctx: NodeContext): Promise<Picture[] | NodeError> {
  const images: Picture[] = [];
  for (const [index, entry] of given.entries()) {
    let found = 0;
    for (const one of Array.isArray(entry) ? entry : [entry]) {
      const id = one !== null && typeof one === 'object' && 'id' in one ? one.id : null;
      if (typeof id !== 'string') continue;
      const { type, bytes } = await ctx.readArtifact(id);
      if (!type.startsWith('image/')) continue;
      if (bytes.length > largestImage) {
        return {
          code: 'image_too_large',
          message: `images[${index}] has a picture of more than 20 MB; make it smaller`,
        };
      }
      const name = 'name' in one && typeof one.name === 'string' ? one.name : id;
      images.push({ id, name, url: `data:${type};base64,${base64(bytes)}` });
      found += 1;
    }
    if (found === 0) {
      return {
        code: 'not_an_image',
        message: `images[${index}] is no picture; give an artifact like \${shot.artifacts}`,
      };
    }
  }
  return images;
}

function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(pieces.join(''));
}
