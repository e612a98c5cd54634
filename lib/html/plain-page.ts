// Hand-written pages (gate link, sign-in): one document, no framework, no third party. Style and script are constants, so
// the policy names their hashes and the same page is the same bytes every time.
import { createHash } from 'node:crypto';
import { type Html, html, trustedHtml } from './html.ts';
import { plainPageStyle } from './plain-page-style.ts';
import { plainPagePolicy, secretReferrerPolicy } from './security-headers.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
const styleHash = sha256(plainPageStyle);

/** Times are written in UTC; with JavaScript they become the reader's own. */
export const localTimesScript = `for(const t of document.querySelectorAll('time[data-clock]')){const d=new Date(t.dateTime);t.textContent=d.toDateString()===new Date().toDateString()?d.toLocaleTimeString([],{hour:'2-digit',minute:'2-digit'}):d.toLocaleString([],{dateStyle:'medium',timeStyle:'short'});t.title=d.toString()}`;

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%236366f1' stroke-width='2.4' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='M4 21V10a8 8 0 0 1 16 0v11M4 21h16M9 21v-9M15 21v-9'/%3E%3C/svg%3E";

export const gateGlyph = trustedHtml(
  '<svg class="glyph" viewBox="0 0 18 18" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" aria-hidden="true"><path d="M2 16V7l7-5 7 5v9M6 16v-5a3 3 0 0 1 6 0v5"/></svg>',
);

export type PlainPage = {
  title: string;
  body: Html;
  status?: number;
  script?: string;
  /** Whether the script asks the console for something. */
  asksUs?: boolean;
  headers?: Record<string, string>;
};

export function plainPage({ title, body, status = 200, script, asksUs, headers = {} }: PlainPage): Response {
  const document = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><meta name="color-scheme" content="light dark"><title>${title}</title><link rel="icon" href="${trustedHtml(icon)}"><style>${trustedHtml(plainPageStyle)}</style></head>
<body>${body}${script === undefined ? null : html`<script>${trustedHtml(script)}</script>`}</body></html>
`;
  return new Response(document.text, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': plainPagePolicy({
        style: styleHash,
        scripts: script === undefined ? [] : [sha256(script)],
        asksUs,
      }),
      'Referrer-Policy': secretReferrerPolicy,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex, nofollow',
      ...headers,
    },
  });
}

/** A page that only says something. */
export function noticePage(notice: {
  status: number;
  title: string;
  text: string;
  headers?: Record<string, string>;
}): Response {
  return plainPage({
    title: notice.title,
    status: notice.status,
    headers: notice.headers,
    body: html`<main class="notice">${gateGlyph}<h1>${notice.title}</h1><p class="mute">${notice.text}</p></main>`,
  });
}
