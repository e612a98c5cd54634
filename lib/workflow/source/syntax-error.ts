// What is wrong with a text that is not YAML, in plain words: what was found, where it begins, what is commonly meant.
// The parser's own words are for those who know its grammar, and it tells of an unclosed quote at the end of the file.
import { Lexer, Parser, type YAMLParseError } from 'yaml';
import type { Lines } from './source-lines.ts';

export type SyntaxFault = { offset: number; message: string; suggestion: string };

type Mark = { offset: number; mark: string };

const closing: Record<string, string> = { '[': ']', '{': '}' };
const longestShown = 40;

/** The first fault of each line: what else is wrong with a line follows from it. */
export function syntaxFaults(errors: YAMLParseError[], text: string, lines: Lines): SyntaxFault[] {
  const marks = marksOf(text);
  const told = new Set<number>();
  return errors.flatMap((error) => {
    const fault = faultOf(error, text, lines, marks);
    const places = [error.pos[0], fault.offset].map((offset) => lines.placeOf(offset).line);
    if (places.some((line) => told.has(line))) return [];
    for (const line of places) told.add(line);
    return [fault];
  });
}

/** Where quoted texts begin, and every bracket that is not part of a text. */
function marksOf(text: string): Mark[] {
  const parser = new Parser();
  const marks: Mark[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    const first = lexeme[0] ?? '';
    if (`"'`.includes(first) || '[]{}'.includes(lexeme)) marks.push({ offset: parser.offset, mark: first });
    for (const _ of parser.next(lexeme));
  }
  return marks;
}

function openBracket(marks: Mark[], before: number): Mark | undefined {
  const open: Mark[] = [];
  for (const one of marks) {
    if (one.offset >= before) break;
    if (closing[one.mark]) open.push(one);
    else if (closing[open.at(-1)?.mark ?? ''] === one.mark) open.pop();
  }
  return open.at(-1);
}

/** One error with its surroundings: the line as it is written, before and after the place. */
type Spot = {
  code: string;
  words: string;
  offset: number;
  line: number;
  written: string;
  before: string;
  rest: string;
  text: string;
  marks: Mark[];
};

/** What was found, what is commonly meant, and where, if not where the parser stopped. */
type Finding = [found: string, meant: string, offset?: number];

/** In this order: the first that knows the spot explains it. */
const explanations: ((spot: Spot) => Finding | false)[] = [
  ({ code }) =>
    code === 'TAB_AS_INDENT' && ['the line is indented with a tab', 'indent with spaces, two for each level'],
  unclosedQuote,
  bareTemplate,
  unclosedBracket,
  ({ code, rest }) =>
    code === 'UNEXPECTED_TOKEN' &&
    /^[\]}]/.test(rest) && [`"${rest[0]}" closes nothing`, 'remove it, or add the opening one that it belongs to'],
  missingComma,
  missingSpace,
  ({ code, rest }) =>
    code === 'BLOCK_AS_IMPLICIT_KEY' &&
    /\S: /.test(rest) && [`the value "${shown(rest)}" contains ": "`, 'put the whole value in quotes'],
  tooDeepLine,
  ({ code }) =>
    (code === 'BAD_INDENT' || code === 'BLOCK_AS_IMPLICIT_KEY') && [
      'the indentation of this line fits no line above it',
      'keys of one group, and items of one list, start in the same column',
    ],
  ({ code, rest }) =>
    isAboutKey(code) && [`"${shown(rest.trim())}" is no "key: value"`, 'write a ":" and a space after the key'],
  ({ code, rest }) =>
    (code === 'BAD_SCALAR_START' || code === 'BAD_ALIAS') && [
      `a value cannot begin with "${rest[0]}"`,
      'put the value in quotes',
    ],
  ({ code, rest }) =>
    code === 'BAD_DQ_ESCAPE' && [
      `"${rest.slice(0, 2)}" means nothing inside double quotes`,
      `write "\\${rest.slice(0, 2)}", or use single quotes`,
    ],
  ({ before, rest }) =>
    /["'] *$/.test(before) && [
      `"${shown(rest)}" follows a closing quote`,
      'put the whole value in quotes; inside single quotes a quote is written twice',
    ],
  ({ rest }) =>
    rest.startsWith('- ') && [
      'a list begins on the line of its key',
      'put each "- " on a line of its own, or write [ ]',
    ],
];

function faultOf({ code, message, pos }: YAMLParseError, text: string, lines: Lines, marks: Mark[]): SyntaxFault {
  const [offset] = pos;
  const { line, column } = lines.placeOf(offset);
  const written = lines.line(line);
  const [before, rest] = [written.slice(0, column - 1), written.slice(column - 1)];
  const spot: Spot = { code, words: message, offset, line, written, before, rest, text, marks };
  for (const explain of explanations) {
    const finding = explain(spot);
    if (finding) return toFault(finding, offset);
  }
  const found =
    rest.trim() === '' ? 'the text ends where more was expected' : `"${shown(rest.trim())}" was not expected here`;
  return toFault([found, 'look for a missing quote, bracket or space in this line and the one above'], offset);
}

function toFault([found, suggestion, at]: Finding, offset: number): SyntaxFault {
  return { offset: at ?? offset, message: `not valid YAML: ${found}`, suggestion };
}

function isAboutKey(code: string): boolean {
  return code === 'MULTILINE_IMPLICIT_KEY' || code === 'MISSING_CHAR';
}

function unclosedQuote({ words, marks }: Spot): Finding | false {
  const quote = marks.findLast(({ mark }) => mark === '"' || mark === "'");
  if (!quote || !/^Missing closing ["']/.test(words)) return false;
  const { mark, offset } = quote;
  return [`the text that begins here with ${mark} is never closed`, `end it with another ${mark}`, offset];
}

function bareTemplate({ before, rest, offset }: Spot): Finding | false {
  const template = /^\{[^}]*\}?/.exec(rest)?.[0];
  if (!template || !before.endsWith('$')) return false;
  return [
    'a template inside [ ] or { } must stand in quotes, or its braces are read as YAML',
    `write "$${shown(template)}"`,
    offset - 1,
  ];
}

function unclosedBracket({ words, marks, offset }: Spot): Finding | false {
  const open = openBracket(marks, offset);
  if (!open || !/^Flow (map|sequence)/.test(words)) return false;
  return [
    `the "${open.mark}" that stands here is never closed`,
    `add "${closing[open.mark]}" where it ends`,
    open.offset,
  ];
}

function missingComma({ code, words, before, marks, offset }: Spot): Finding | false {
  const isBesideEntry = code === 'UNEXPECTED_TOKEN' && /\s$/.test(before) && openBracket(marks, offset) !== undefined;
  if (!isBesideEntry && code !== 'BLOCK_IN_FLOW' && !/^Missing , or :/.test(words)) return false;
  return ['two entries inside [ ] or { } stand side by side', 'write a "," between them'];
}

function missingSpace({ code, written }: Spot): Finding | false {
  const [, key, value = ''] = /^\s*(?:- +)?([\w-]+):(?!\/\/)([^\s:].*)$/.exec(written) ?? [];
  if (!key || !isAboutKey(code)) return false;
  return [`there is no space after the ":" of "${key}"`, `write "${key}: ${shown(value)}"`];
}

function tooDeepLine({ code, before, rest, line, text, offset }: Spot): Finding | false {
  const hasValue = before.trim() !== '' && /[^\s:]\s*$/.test(rest);
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' || !hasValue) return false;
  return [
    `line ${line + 1} is indented further than line ${line}, whose key has a value already`,
    `indent it like line ${line}`,
    text.indexOf('\n', offset) + 1,
  ];
}

function shown(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
