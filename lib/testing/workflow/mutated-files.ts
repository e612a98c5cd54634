// For tests: a file with mistakes in it, as people and programs make them. The same seed makes the same mistakes.
import { expect } from 'vitest';
import type { Dialect } from '../../workflow/dialects/dialect.ts';
import { loadWorkflow } from '../../workflow/load.ts';

/** Small and good enough for tests: xorshift over 32 bits. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

type Pick = (below: number) => number;

const scraps = [
  'null',
  '{}',
  '[]',
  '""',
  '-1',
  'true',
  '"\u0000"',
  '${',
  '{{ask_user}}',
  '→',
  '\t',
  '{N-001.',
  "'",
  '🙂',
];

const mistakes: ((text: string, pick: Pick) => string)[] = [
  // A piece is lost, doubled, or lands elsewhere.
  (text, pick) => cut(text, pick, 40),
  (text, pick) => {
    const [from, to] = span(text, pick, 60);
    return text.slice(0, to) + text.slice(from);
  },
  (text, pick) => {
    const [from, to] = span(text, pick, 60);
    const at = pick(text.length + 1);
    return text.slice(0, at) + text.slice(from, to) + text.slice(at);
  },
  // The file ends too early.
  (text, pick) => text.slice(0, pick(text.length + 1)),
  // A value is another.
  (text, pick) => inWords(text, pick, () => scraps[pick(scraps.length)] as string),
  (text, pick) => inWords(text, pick, (word) => word.toUpperCase()),
  (text, pick) => inWords(text, pick, (_, words) => words[pick(words.length)] ?? ''),
  // A line is lost, doubled or moved to the side.
  (text, pick) => inLines(text, pick, () => []),
  (text, pick) => inLines(text, pick, (line) => [line, line]),
  (text, pick) => inLines(text, pick, (line) => [`  ${line}`]),
  (text, pick) => inLines(text, pick, (line) => [line.replace(/^ {1,2}/, '')]),
];

function span(text: string, pick: Pick, most: number): [number, number] {
  const from = pick(text.length + 1);
  return [from, Math.min(text.length, from + pick(most))];
}

function cut(text: string, pick: Pick, most: number): string {
  const [from, to] = span(text, pick, most);
  return text.slice(0, from) + text.slice(to);
}

function inWords(text: string, pick: Pick, change: (word: string, words: string[]) => string): string {
  const found = [...text.matchAll(/"[^"\n]*"|[\w.-]+/g)];
  const one = found[pick(Math.max(1, found.length))];
  if (!one) return text;
  const words = found.map(([word]) => word);
  return text.slice(0, one.index) + change(one[0], words) + text.slice(one.index + one[0].length);
}

function inLines(text: string, pick: Pick, change: (line: string) => string[]): string {
  const lines = text.split('\n');
  const at = pick(lines.length);
  return lines.toSpliced(at, 1, ...change(lines[at] ?? '')).join('\n');
}

/** One to four mistakes in one of the texts. */
function mutatedFile(texts: string[], seed: number): string {
  const pick = numbersFrom(seed * 2_654_435_761);
  for (let warm = 0; warm < 4; warm++) pick(2);
  let text = texts[pick(texts.length)] ?? '';
  for (let left = 1 + pick(4); left > 0; left--) text = mistakes[pick(mistakes.length)]?.(text, pick) ?? text;
  return text;
}

/** Loading each of them ends: with a graph and no error, or with errors that stand somewhere in the file. */
export function expectNoCrash(texts: string[], count = 500, options: { dialects?: readonly Dialect[] } = {}): void {
  for (let seed = 1; seed <= count; seed++) {
    const text = mutatedFile(texts, seed);
    const lines = text.split('\n').length;
    const { graph, problems } = loadWorkflow(text, options);
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(graph === null, `seed ${seed}`).toBe(errors.length > 0);
    const astray = problems.filter(({ line, column }) => line < 1 || line > lines || column < 1);
    expect(astray, `seed ${seed}`).toEqual([]);
  }
}
