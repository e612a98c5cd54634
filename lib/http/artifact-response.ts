// Bytes that a run produced, on their way to a browser. Only what is an image, a sound, a film or plain text by its bytes is
// shown; the rest is a download. Nothing is sniffed, and a sandbox policy takes whatever a browser makes of it away from our
// origin. Pages and PDFs are shown as such to a frame alone, under a policy that lets them run and load nothing.
import { Readable } from 'node:stream';
import { mediaType, mediaTypeBytes } from '../clients/files/media-type.ts';
import { artifactPolicy, framedPagePolicy, framedPdfPolicy, secretReferrerPolicy } from '../html/security-headers.ts';
import { byteRange, within } from './byte-range.ts';

const shownImages = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

function isShownAsText(type: string): boolean {
  return type.startsWith('text/') || /^application\/(json|yaml|x-ndjson)$/.test(type);
}

type Shown = { type: string; policy: string };

function shownAs(type: string): Shown | null {
  if (shownImages.has(type) || /^(audio|video)\//.test(type)) return { type, policy: artifactPolicy };
  return isShownAsText(type) ? { type: 'text/plain; charset=utf-8', policy: artifactPolicy } : null;
}

function framedAs(type: string, name: string): Shown | null {
  if (type === 'application/pdf') return { type, policy: framedPdfPolicy };
  const isPage = type === 'text/plain' && /\.html?$/i.test(name);
  return isPage ? { type: 'text/html; charset=utf-8', policy: framedPagePolicy } : null;
}

/** Whether the browser says that it is for a frame: an address that somebody opens by itself is never a page of the run's. */
export function isForFrame(headers: Headers): boolean {
  return headers.get('sec-fetch-dest') === 'iframe';
}

/** RFC 6266: a plain name for old clients, the real one beside it. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}

export async function artifactResponse(
  artifact: { name: string; sha256: string },
  opened: { stream: Readable; size: number },
  options: { download?: boolean; range?: string | null; isFramed?: boolean } = {},
): Promise<Response> {
  const chunks = opened.stream[Symbol.asyncIterator]();
  const first = await chunks.next();
  const head: Uint8Array = first.done ? new Uint8Array() : first.value;
  const type = mediaType(artifact.name, head.subarray(0, mediaTypeBytes));
  const shown = (options.isFramed ? framedAs(type, artifact.name) : null) ?? shownAs(type);
  const whole = (async function* () {
    try {
      if (!first.done) yield head;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    } finally {
      opened.stream.destroy();
    }
  })();
  const range = byteRange(options.range ?? null, opened.size);
  if (range === 'unsatisfiable') {
    opened.stream.destroy();
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${opened.size}` } });
  }
  const sent = Readable.from(range ? within(whole, range) : whole, { objectMode: false });
  const body = Readable.toWeb(sent) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return new Response(body, {
    status: range ? 206 : 200,
    headers: {
      'Accept-Ranges': 'bytes',
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${opened.size}` }),
      'Content-Type': shown?.type ?? 'application/octet-stream',
      'Content-Length': String(range ? range.end - range.start + 1 : opened.size),
      'Content-Disposition': contentDisposition(shown && !options.download ? 'inline' : 'attachment', artifact.name),
      'Content-Security-Policy': shown?.policy ?? artifactPolicy,
      'Referrer-Policy': secretReferrerPolicy,
      'X-Robots-Tag': 'noindex',
      'Cache-Control': 'private, no-store',
      ETag: `"${artifact.sha256}"`,
    },
  });
}
