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
  json: 1_000_000,
  markdown: 256_000,
  csv: 8_000_000,
  page: 20_000_000,
};

export function previewKind({ type, name, size }: { type: string; name: string; size: number }): PreviewKind {
  const kind = kindOf(type, name.toLowerCase());
  return size > (largest[kind] ?? Number.POSITIVE_INFINITY) ? 'text' : kind;
}

function kindOf(type: string, name: string): PreviewKind {
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
