// The one way in which a text that people should read becomes a document: Markdown is rendered, the lines of a diff say what
// becomes of them, anything else stays as it is. For the console and for the page behind a gate link.
import type { DocumentKind } from './document-kind.ts';
import { escapeHtml, type Html, html, trustedHtml } from './html.ts';
import { markDiffLines } from './mark-diff-lines.ts';
import { type Links, renderMarkdown } from './render-markdown.ts';
import { visibleText } from './visible-text.ts';

export function renderDocument(kind: DocumentKind, text: string, links: Links): Html {
  if (kind === 'markdown') return html`<div class="prose">${renderMarkdown(text, links)}</div>`;
  const visible = visibleText(text);
  return kind === 'diff'
    ? html`<pre class="diff">${trustedHtml(markDiffLines(escapeHtml(visible)))}</pre>`
    : html`<pre>${visible}</pre>`;
}
