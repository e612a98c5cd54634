import { visibleText } from '#lib/html/visible-text.ts';

/** The question in one line of plain words: the first line of the message without its Markdown. */
export function gateTitle(message: string): string {
  const line = visibleText(message).trim().split('\n', 1)[0] ?? '';
  return line
    .replace(/^#+\s*/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .trim();
}
