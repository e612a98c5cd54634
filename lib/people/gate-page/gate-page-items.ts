// What a gate shows, as cards: images large, texts and diffs inline, everything else as a download.
import { escapeHtml, type Html, html, trustedHtml } from '../../html/html.ts';
import { markDiffLines } from '../../html/mark-diff-lines.ts';
import { renderMarkdown } from '../../html/render-markdown.ts';
import { visibleText } from '../../html/visible-text.ts';
import type { ShownItem } from './gate-page-data.ts';
import { sizeInWords } from './time-words.ts';

function renderDocument(name: string, text: string): Html {
  if (/\.(md|markdown)$/i.test(name)) return html`<div class="prose">${renderMarkdown(text, 'named')}</div>`;
  const visible = visibleText(text);
  const isDiff = /\.(diff|patch)$/i.test(name) || /^(diff --git |--- \S)/.test(visible);
  if (isDiff) return html`<pre>${trustedHtml(markDiffLines(escapeHtml(visible)))}</pre>`;
  return html`<pre>${visible}</pre>`;
}

function renderCut(href: string): Html {
  return html`<div class="cut">Only the beginning is shown here. <a href="${href}" download>Download all of it</a></div>`;
}

/** Where a file, or all of a value, can be had with this link. */
export type Addresses = { artifact(id: string): string; value(hash: string): string };

export function renderItem(item: ShownItem, address: Addresses): Html {
  const label = item.label === null ? null : visibleText(item.label);
  if (item.kind === 'text') {
    return html`<section class="card">${label !== null && html`<header><b>${label}</b></header>`}<div class="in" tabindex="0">${renderDocument('', item.text)}</div>${item.whole && renderCut(address.value(item.whole.$value))}</section>`;
  }
  const { artifact } = item;
  const name = label ?? visibleText(artifact.name);
  const href = address.artifact(artifact.id);
  const size = sizeInWords(artifact.size);
  if (item.kind === 'file') {
    return html`<section class="card"><a class="file" href="${href}" download><b>${name}</b><span>${size} · <u>Download</u></span></a></section>`;
  }
  const head = html`<header><b>${name}</b><span>${size} · <a href="${href}" download aria-label="${`Download ${name}`}">Download</a></span></header>`;
  if (item.kind === 'image') {
    return html`<section class="card">${head}<a href="${href}"><img src="${href}" alt="${name}"></a></section>`;
  }
  const cut = item.isCut && renderCut(href);
  return html`<section class="card">${head}<div class="in" tabindex="0">${renderDocument(artifact.name, item.text)}</div>${cut}</section>`;
}
