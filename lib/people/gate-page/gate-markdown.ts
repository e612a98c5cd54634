// The small part of Markdown that gate messages may use. Everything else stays text; links are named, never followed.
// Each pattern is bounded, so that no message can make it slow.
import { type Html, html } from '../../html/html.ts';

const inlinePattern =
  /`([^`\n]{1,500})`|\*\*([^*\n]{1,500})\*\*|\*([^*\s][^*\n]{0,500})\*|\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()]{1,500})\)/g;

function inline(text: string): Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(inlinePattern)) {
    const [whole, code, bold, italic, label, url] = match;
    parts.push(html`${text.slice(end, match.index)}`);
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (bold !== undefined) parts.push(html`<strong>${inline(bold)}</strong>`);
    else if (italic !== undefined) parts.push(html`<em>${inline(italic)}</em>`);
    else parts.push(html`${label} <span class="host">(${URL.parse(url as string)?.host ?? url})</span>`);
    end = match.index + whole.length;
  }
  parts.push(html`${text.slice(end)}`);
  return parts;
}

const lines = (texts: string[]) => texts.map((text, index) => html`${index > 0 && html`<br>`}${inline(text)}`);

type Block = { kind: 'paragraph' | 'bullets' | 'numbers' | 'heading' | 'code'; lines: string[] };

const starts: [Block['kind'], RegExp][] = [
  ['heading', /^#{1,6} +(.*)$/],
  ['bullets', /^ {0,3}[-*+] +(.*)$/],
  ['numbers', /^ {0,3}\d{1,9}[.)] +(.*)$/],
  ['paragraph', /^(.*)$/],
];

function blocksOf(source: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null as Block | null;
  for (const line of source.split('\n')) {
    const isFence: boolean = /^ {0,3}```/.test(line);
    if (open?.kind === 'code') {
      if (isFence) open = null;
      else open.lines.push(line);
    } else if (isFence) {
      open = { kind: 'code', lines: [] };
      blocks.push(open);
    } else if (line.trim() === '') {
      open = null;
    } else {
      const [kind, pattern] = starts.find(([, start]) => start.test(line)) as [Block['kind'], RegExp];
      const text = pattern.exec(line)?.[1] ?? line;
      if (open?.kind !== kind || kind === 'heading') {
        open = { kind, lines: [] };
        blocks.push(open);
      }
      open.lines.push(text);
    }
  }
  return blocks;
}

const items = (texts: string[]) => texts.map((text) => html`<li>${inline(text)}</li>`);

function renderBlock(block: Block): Html {
  if (block.kind === 'code') return html`<pre>${block.lines.join('\n')}</pre>`;
  if (block.kind === 'heading') return html`<h2>${lines(block.lines)}</h2>`;
  if (block.kind === 'bullets') return html`<ul>${items(block.lines)}</ul>`;
  if (block.kind === 'numbers') return html`<ol>${items(block.lines)}</ol>`;
  return html`<p>${lines(block.lines)}</p>`;
}

export function renderMarkdown(source: string): Html {
  return html`${blocksOf(source).map(renderBlock)}`;
}

/** A question's first short paragraph is its title; the rest is explanation. */
export function renderMessage(message: string, fallback: string): { title: Html; rest: Html | null } {
  const [first, ...others] = blocksOf(message);
  const isTitle =
    first && (first.kind === 'paragraph' || first.kind === 'heading') && first.lines.join(' ').length <= 200;
  const rest = isTitle ? others : blocksOf(message);
  return {
    title: isTitle ? html`${lines(first.lines)}` : html`${fallback}`,
    rest: rest.length > 0 ? html`${rest.map(renderBlock)}` : null,
  };
}
