// The words of a blueprint's expression, which is written like JavaScript. What is no expression (a statement, a pattern,
// an assignment, a pipe) has no token here: whoever asks is told null and keeps the text as it is.

export type Token =
  | { type: 'number' | 'name' | 'symbol'; text: string }
  /** A text between quotes: what is written, and what is put into it, in turn. */
  | { type: 'text'; parts: (string | Token[])[] }
  | { type: 'inner'; tokens: Token[] };

const symbols = '=== !== => == != <= >= && || ?? ?. < > ! + - * / % ? : . , ( ) [ ] { }'.split(' ');
const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0' };
const longest = 20_000;
const longestInner = 4_000;

type Reading = { text: string; at: number; depth: number };

export function tokensOf(text: string): Token[] | null {
  return text.length > longest ? null : read({ text, at: 0, depth: 0 }, '');
}

/** Where the `}` stands that ends what begins at `from`; null when there is none. */
export function endOfInner(text: string, from: number): number | null {
  // A text may have thousands of them, and none may cost all of what follows.
  const reading = { text: text.slice(from, from + longestInner), at: 0, depth: 0 };
  return read(reading, '}') === null ? null : from + reading.at - 1;
}

function read(reading: Reading, until: string): Token[] | null {
  const { text } = reading;
  const tokens: Token[] = [];
  const open: string[] = [];
  if (++reading.depth > 20) return null;
  while (reading.at < text.length) {
    const char = text[reading.at] as string;
    if (/\s/.test(char)) reading.at++;
    else if (char === '#' || text.startsWith('//', reading.at)) skipLine(reading);
    else if (char === until && open.length === 0) {
      reading.at++;
      reading.depth--;
      return tokens;
    } else {
      const token = readOne(reading);
      if (token === null) return null;
      if (token.type === 'symbol' && '([{'.includes(token.text)) open.push(token.text);
      if (token.type === 'symbol' && ')]}'.includes(token.text) && open.pop() === undefined) return null;
      tokens.push(token);
    }
  }
  reading.depth--;
  return until === '' ? tokens : null;
}

function skipLine(reading: Reading): void {
  const end = reading.text.indexOf('\n', reading.at);
  reading.at = end === -1 ? reading.text.length : end;
}

function readOne(reading: Reading): Token | null {
  const { text, at } = reading;
  const char = text[at] as string;
  if (/["'`]/.test(char)) return readText(reading, char);
  if (text.startsWith('${', at)) {
    reading.at += 2;
    const tokens = read(reading, '}');
    return tokens && { type: 'inner', tokens };
  }
  const word = /^(?:[A-Za-z_$][\w$]*|\d+(?:\.\d+)?)/.exec(text.slice(at, at + 200))?.[0];
  if (word !== undefined) {
    reading.at += word.length;
    return { type: /\d/.test(word[0] as string) ? 'number' : 'name', text: word };
  }
  const symbol = symbols.find((one) => text.startsWith(one, at));
  if (symbol === undefined) return null;
  reading.at += symbol.length;
  return { type: 'symbol', text: symbol };
}

function readText(reading: Reading, quote: string): Token | null {
  const { text } = reading;
  const parts: (string | Token[])[] = [];
  let words = '';
  for (reading.at++; reading.at < text.length; reading.at++) {
    const char = text[reading.at] as string;
    if (char === quote) {
      reading.at++;
      return { type: 'text', parts: [...parts, words] };
    }
    if (char === '\\') {
      const next = text[++reading.at] ?? '';
      if (/[ux\d]/.test(next) && next !== '0') return null;
      words += escapes[next] ?? next;
    } else if (text.startsWith('${', reading.at)) {
      reading.at += 2;
      const inner = read(reading, '}');
      if (inner === null) return null;
      parts.push(words, inner);
      words = '';
      reading.at--;
    } else words += char;
  }
  return null;
}
