// JSON is YAML, but not the other way round: what a JSON reader refuses and YAML reads as something else (a comment as a
// value, a word without quotes as a text) is found here, in texts that are JSON by their looks. One pass, no patterns that
// look back.

export type JsonDefect = { code: string; offset: number; message: string; suggestion: string };

/** Begins with a bracket, and the first thing inside is what JSON would have there. */
export function looksLikeJson(text: string): boolean {
  return /^\uFEFF?\s*(?:\{\s*(?:["}]|\/[/*])|\[\s*(?:["{\]]|\/[/*])|\/[/*])/.test(text);
}

const literal = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const spaces = ' \t\r\n\uFEFF';
const marks = '{}[],:"';

/** The first of them; null when a JSON reader would come as far as YAML's does. */
export function findJsonDefect(text: string): JsonDefect | null {
  let comma = -1;
  for (let at = 0; at < text.length; ) {
    const character = text[at] as string;
    if (spaces.includes(character)) at++;
    else if (character === '/' || character === '#') return comment(at);
    else if (character === '"') {
      const end = endOfString(text, at);
      if (end === null) return openString(at);
      at = end;
      comma = -1;
    } else if (marks.includes(character)) {
      if (comma >= 0 && (character === '}' || character === ']')) return trailingComma(comma);
      comma = character === ',' ? at : -1;
      at++;
    } else {
      const end = endOfWord(text, at);
      const word = text.slice(at, end);
      if (!literal.test(word)) return bareWord(at, word);
      at = end;
      comma = -1;
    }
  }
  return null;
}

/** After the closing quote; null when the line ends first. */
function endOfString(text: string, from: number): number | null {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
    else if (text[at] === '\n') return null;
  }
  return null;
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !spaces.includes(text[at] as string) && !marks.includes(text[at] as string)) at++;
  return at;
}

const comment = (offset: number): JsonDefect => ({
  code: 'json_comment',
  offset,
  message: 'not valid JSON: a comment stands here, and JSON has none',
  suggestion: 'leave the comment out, or write the file as YAML',
});

const trailingComma = (offset: number): JsonDefect => ({
  code: 'json_syntax',
  offset,
  message: 'not valid JSON: nothing comes after this comma',
  suggestion: 'leave the comma out',
});

const openString = (offset: number): JsonDefect => ({
  code: 'json_syntax',
  offset,
  message: 'not valid JSON: the quote that stands here is not closed in its line',
  suggestion: 'close it with ", and write a line break as \\n',
});

const bareWord = (offset: number, word: string): JsonDefect => ({
  code: 'json_syntax',
  offset,
  message: `not valid JSON: "${word.length > 40 ? `${word.slice(0, 40)}…` : word}" is neither a quoted text nor a number, true, false or null`,
  suggestion: 'put texts between double quotes',
});
