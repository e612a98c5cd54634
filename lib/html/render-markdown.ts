// The one renderer of Markdown: for the console, the page behind a gate link and mail. It reads CommonMark with tables,
// task lists and strike-through; HTML in a text stays text, nothing is loaded from elsewhere, and no character hides.
// micromark escapes all it does not write itself, so a "<" of its result begins one of its own tags: only those change.
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { escapeHtml, type Html, html, trustedHtml } from './html.ts';
import { markDiffLines } from './mark-diff-lines.ts';
import { splitMarkdown } from './split-markdown.ts';
import { visibleText } from './visible-text.ts';

/** Links are followed into a new tab, or only named: a page that anybody may open sends nobody away. */
export type Links = 'followed' | 'named';

const titleLength = 200;

const footnotes = ['gfmFootnoteDefinition', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall'];
// A bare address stays text: finding them takes time that grows with the square of a paragraph.
const bareAddresses = ['wwwAutolink', 'protocolAutolink', 'emailAutolink'];
const options = {
  extensions: [
    gfm({ singleTilde: false }),
    { disable: { null: [...footnotes, ...bareAddresses, 'htmlFlow', 'htmlText'] } },
  ],
  htmlExtensions: [gfmHtml()],
};

/** Where a link leads is always said, unless its words are the address itself. */
function link(address: string, words: string, links: Links): string {
  const url = URL.parse(address.replaceAll('&amp;', '&'));
  if (!url || !/^(https?|mailto):$/.test(url.protocol)) return words;
  const place = url.protocol === 'mailto:' ? url.pathname : url.host;
  const isAddress = words === address || `mailto:${words}` === address;
  const said = isAddress ? words : `${words} <span class="host">(${escapeHtml(place)})</span>`.trimStart();
  if (links === 'named') return said;
  return `<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">${said}</a>`;
}

const image = /<img src="([^"]*)" alt="([^"]*)"[^>]*>/g;
const anchor = /<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs;
const unfinished = '<span role="img" aria-label="To do">☐</span>';
const finished = '<span role="img" aria-label="Done">☑</span>';

function houseStyle(written: string, links: Links): string {
  return written
    .replace(anchor, (_, address, words: string) => link(address, words.replace(image, '$2'), links))
    .replace(image, (_, address, words) => link(address, words, links))
    .replace(/<p>(.*?)<\/p>/gs, (paragraph) => paragraph.replace(/(<br \/>)?\n/g, '<br>'))
    .replace(/<(\/?)h([1-5])>/g, (_, slash, level) => `<${slash}h${Number(level) + 1}>`)
    .replace(/<input type="checkbox" disabled=""( checked="")? \/>/g, (_, done) => (done ? finished : unfinished))
    .replace(/<table>/g, '<div class="wide" tabindex="0"><table>')
    .replace(/<\/table>/g, '</table></div>')
    .replace(/(<code class="language-(?:diff|patch)">)(.*?)(<\/code>)/gs, (_, start, lines, end) =>
      [start, markDiffLines(lines), end].join(''),
    );
}

function renderText(source: string, links: Links): string {
  const [markdown, rest] = splitMarkdown(visibleText(source));
  // Again, because a character may also be written by its number.
  const written = visibleText(houseStyle(micromark(markdown, options), links));
  return rest.trim() === '' ? written : `${written}<pre>${escapeHtml(rest.replace(/^\n+/, ''))}</pre>`;
}

export function renderMarkdown(source: string, links: Links): Html {
  return trustedHtml(renderText(source, links));
}

/** A question's first short paragraph is its title; the rest is explanation. */
export function renderMessage(message: string, fallback: string, links: Links): { title: Html; rest: Html | null } {
  const written = renderText(message, links);
  const [first = '', , title = ''] = /^<(p|h\d)>(.*?)<\/\1>\n?/s.exec(written) ?? [];
  const isTitle = first !== '' && title.replace(/<[^>]*>/g, '').length <= titleLength;
  const rest = isTitle ? written.slice(first.length) : written;
  return {
    title: isTitle ? trustedHtml(title) : html`${fallback}`,
    rest: rest === '' ? null : trustedHtml(rest),
  };
}
