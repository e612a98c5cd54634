// How much of a text is read as Markdown. Reading costs more than the length: each line, each mark, the containers that
// begin on one line (squared) and all that one paragraph holds (squared). What is beyond the budget stays plain text, so
// that no text can make a page slow. Some sixty thousand characters of ordinary Markdown are within it.
const budget = 160_000;

const containers = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=\s|$)))+/;
const container = />|[-+*]|[.)]/g;
const mark = /[[\]*_~|]/g;
/** Ends the paragraph before it, wherever it stands. */
const paragraphEnd = /^\s*$|^ {0,3}(?:[-+*]\s+\S|>|#{1,6}\s)/;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** The beginning of the text that is read as Markdown, in whole lines, and the rest. */
export function splitMarkdown(source: string): [markdown: string, rest: string] {
  let [cost, inParagraph, end] = [0, 0, 0];
  while (end < source.length) {
    const newline = source.indexOf('\n', end);
    const next = newline < 0 ? source.length : newline + 1;
    const line = source.slice(end, next);
    if (paragraphEnd.test(line)) inParagraph = 0;
    const here = 1 + count(line, mark);
    const depth = count(containers.exec(line)?.[0] ?? '', container);
    const indent = line.search(/\S|$/);
    const squares = 16 * depth ** 2 + ((inParagraph + here) ** 2 - inParagraph ** 2) / 16;
    inParagraph += here;
    cost += 64 + line.length + 8 * here + 4 * indent + squares;
    if (cost > budget) break;
    end = next;
  }
  return [source.slice(0, end), source.slice(end)];
}
