// How a file is looked into. Its type was decided by its bytes; among texts the name tells what kind of text it is.
import { isImage, isJson, isText } from '../artifact-kind.ts';

export type PreviewKind =
  | 'image'
  | 'markdown'
  | 'json'
  | 'csv'
  | 'diff'
  | 'page'
  | 'pdf'
  | 'audio'
  | 'video'
  | 'text'
  | 'bytes';

/** Larger ones are read as text, part by part. */
const largest: Partial<Record<PreviewKind, number>> = {
  json: 25_000_000,
  markdown: 256_000,
  csv: 8_000_000,
  page: 20_000_000,
};

type File = { type: string; name: string; size: number };

export function previewKind(file: File): PreviewKind {
  return isTooLarge(file) ? 'text' : kindOf(file);
}

/** For the way that would fit it. */
export function isTooLarge(file: File): boolean {
  return file.size > (largest[kindOf(file)] ?? Number.POSITIVE_INFINITY);
}

function kindOf({ type, name: written }: File): PreviewKind {
  const name = written.toLowerCase();
  if (isImage(type)) return 'image';
  if (type === 'application/pdf') return 'pdf';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  if (!isText(type)) return 'bytes';
  if (type === 'text/markdown') return 'markdown';
  if (isJson(type)) return 'json';
  if (type === 'text/csv' || name.endsWith('.tsv')) return 'csv';
  if (/\.(diff|patch)$/.test(name)) return 'diff';
  return /\.html?$/.test(name) ? 'page' : 'text';
}
