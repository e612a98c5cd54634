// What a text that people should read is. Small, so that a page which shows plain texts needs nothing that renders others.

export type DocumentKind = 'markdown' | 'diff' | 'plain';

/** By the name; a text without one by how it reads. */
export function documentKind(name: string, text: string): DocumentKind {
  if (/\.(md|markdown)$/i.test(name)) return 'markdown';
  if (/\.(diff|patch)$/i.test(name) || /^(diff --git |--- \S.*\n\+\+\+ )/.test(text)) return 'diff';
  return name === '' && readsAsMarkdown(text) ? 'markdown' : 'plain';
}

/** No program prints these by chance. */
const sure = [/^```/m, /^\|.+\|\s*\n\s*\|\s*:?-+:?\s*\|/m];
/** One of these may be anything, two are not. */
const hints = [
  /^#{1,6} \S.*\n\s*(\n|$)/m,
  /\*\*[^*\s][^*\n]*\*\*/,
  /^[-*] \S.*\n([-*] \S)/m,
  /^\d+\. \S.*\n\d+\. \S/m,
  /^> \S/m,
  /\[[^\]\n]+\]\(https?:\/\/[^)\s]+\)/,
  /(^|\s)`[^`\n]+`/,
];

function readsAsMarkdown(text: string): boolean {
  const beginning = text.slice(0, 20_000);
  const matches = (pattern: RegExp) => pattern.test(beginning);
  return sure.some(matches) || hints.filter(matches).length > 1;
}
