// What kind of file an artifact is, decided by its bytes: a name never makes a file an image, and nothing that a browser
// would run (HTML, SVG) is called anything but plain text.
import { extname } from 'node:path';

const textTypes: Record<string, string> = {
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson',
  '.markdown': 'text/markdown',
  '.md': 'text/markdown',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
};

/** How many of a file's first bytes are enough. */
export const mediaTypeBytes = 4096;

export function mediaType(name: string, firstBytes: Uint8Array): string {
  const image = imageType(Buffer.from(firstBytes.buffer, firstBytes.byteOffset, firstBytes.byteLength));
  if (image !== null) return image;
  if (!isText(firstBytes)) return 'application/octet-stream';
  return textTypes[extname(name).toLowerCase()] ?? 'text/plain';
}

function imageType(bytes: Buffer): string | null {
  const startsWith = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith('GIF87a') || startsWith('GIF89a')) return 'image/gif';
  if (startsWith('RIFF') && startsWith('WEBP', 8)) return 'image/webp';
  return null;
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    // As a stream: a character that the limit cuts in two is no fault of the file.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
