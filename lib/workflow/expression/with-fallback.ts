// An expression in which every reference that may be missing has a value for that: `a.b` becomes `a.b ?? ''`. Used where a
// file is written anew in a language that takes missing references for mistakes.
import { parseExpression, referencedPaths } from './expression.ts';
import { type Token, tokenize } from './tokens.ts';

/** Names that every node has, whatever became of the others. */
const always = new Set('retry_count attempt visit run workspace workflow_name workflow_version history'.split(' '));

/** The text as it is when it cannot be read. */
export function withFallback(text: string, fallback: string): string {
  const parsed = parseExpression(text);
  if (!parsed.ok) return text;
  const tokens = tokenize(text);
  const starts = referencedPaths(parsed.expression)
    .filter(({ optional, path: [root = ''] }) => !optional && !always.has(root))
    .map(({ offset }) => offset);
  let made = '';
  let from = 0;
  for (const start of [...new Set(starts)].sort((a, b) => a - b)) {
    // What stands inside the brackets of another reference is provided for with it.
    if (start < from) continue;
    const end = endOfChain(tokens, start);
    const reference = text.slice(start, end);
    const isWhole = text.trim() === reference;
    made += `${text.slice(from, start)}${isWhole ? '' : '('}${reference} ?? ${fallback}${isWhole ? '' : ')'}`;
    from = end;
  }
  return made + text.slice(from);
}

function endOfChain(tokens: Token[], start: number): number {
  let at = tokens.findIndex(({ offset }) => offset === start);
  for (;;) {
    const next = tokens[at + 1]?.text ?? '';
    if (next === '.' || next === '?.') at += tokens[at + 2]?.text === '[' ? 1 : 2;
    else if (next === '(' || next === '[') at = closingOf(tokens, at + 1);
    else break;
  }
  const last = tokens[at] as Token;
  return last.offset + last.text.length;
}

function closingOf(tokens: Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const { type, text } = tokens[at] as Token;
    if (type !== 'symbol') continue;
    if (text === '(' || text === '[') depth++;
    if ((text === ')' || text === ']') && --depth === 0) return at;
  }
  return tokens.length - 1;
}
