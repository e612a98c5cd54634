// What a gate shows, as cards: images large, texts and diffs inline, everything else as a download.
import { documentKind } from '../../html/document-kind.ts';
import { type Html, html } from '../../html/html.ts';
import { renderDocument } from '../../html/render-document.ts';
import { visibleText } from '../../html/visible-text.ts';
import type { ShownItem } from './gate-page-data.ts';
import { sizeInWords } from './time-words.ts';

function renderCut(href: string): Html {
  return html`<div class="cut">Only the beginning is shown here. <a href="${href}" download>Download all of it</a></div>`;
}

/** Where a file, or all of a value, can be had with this link. */
export type Addresses = { artifact(id: string): string; value(hash: string): string };

function renderItem(item: ShownItem, address: Addresses): Html {
  const label = item.label === null ? null : visibleText(item.label);
  if (item.kind === 'text') {
    return html`<section class="card">${label !== null && html`<header><b>${label}</b></header>`}<div class="in" tabindex="0">${renderDocument(documentKind('', item.text), item.text, 'named')}</div>${item.whole && renderCut(address.value(item.whole.$value))}</section>`;
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
  return html`<section class="card">${head}<div class="in" tabindex="0">${renderDocument(documentKind(artifact.name, item.text), item.text, 'named')}</div>${cut}</section>`;
}

/** Images that follow each other stand side by side where the page has room, so that they can be compared. */
export function renderItems(items: readonly ShownItem[], address: Addresses): Html {
  const parts: Html[] = [];
  for (let at = 0; at < items.length; ) {
    const end = items.findIndex((item, index) => index >= at && item.kind !== 'image');
    const images = items.slice(at, end < 0 ? items.length : end).map((item) => renderItem(item, address));
    if (images.length > 1) parts.push(html`<div class="pair">${images}</div>`);
    const alone = items[at];
    if (images.length < 2 && alone) parts.push(renderItem(alone, address));
    at += Math.max(1, images.length);
  }
  return html`${parts}`;
}
