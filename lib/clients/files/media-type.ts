// What kind of file an artifact is, decided by its bytes: a name never makes a file an image, a sound or a film, and nothing
// that a browser would run (HTML, SVG) is called anything but plain text.
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
  const known = knownType(Buffer.from(firstBytes.buffer, firstBytes.byteOffset, firstBytes.byteLength));
  if (known !== null) return known;
  if (!isText(firstBytes)) return 'application/octet-stream';
  return textTypes[extname(name).toLowerCase()] ?? 'text/plain';
}

function knownType(bytes: Buffer): string | null {
  const startsWith = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith('GIF87a') || startsWith('GIF89a')) return 'image/gif';
  if (startsWith('RIFF') && startsWith('WEBP', 8)) return 'image/webp';
  if (startsWith('%PDF-')) return 'application/pdf';
  return mediaOf(bytes, startsWith);
}

function mediaOf(bytes: Buffer, startsWith: (text: string, at?: number) => boolean): string | null {
  if (startsWith('RIFF') && startsWith('WAVE', 8)) return 'audio/wav';
  if (startsWith('OggS')) return 'audio/ogg';
  if (startsWith('fLaC')) return 'audio/flac';
  // A frame of MPEG audio, layer III, or what stands before the first.
  if (startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)) return 'audio/mpeg';
  if (startsWith('\x1a\x45\xdf\xa3')) return bytes.subarray(0, 64).includes('webm') ? 'video/webm' : null;
  if (!startsWith('ftyp', 4)) return null;
  if (startsWith('M4A', 8)) return 'audio/mp4';
  // The same box holds pictures, which not every browser knows.
  return /^(isom|iso[2-9]|mp4[12]|avc1|M4V|dash)/.test(bytes.toString('latin1', 8, 12)) ? 'video/mp4' : null;
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
