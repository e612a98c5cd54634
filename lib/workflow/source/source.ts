// Text to tree: one YAML 1.2 document, core schema, and nothing in it that could mean something else than it looks like.
// Bombs are refused while reading: the token stream is counted and its nesting watched before anything is composed,
// and the yaml package's own search for duplicate keys, which compares every pair, is off (build-tree uses a set).
import { Composer, type CST, isScalar, Lexer, type ParsedNode, Parser } from 'yaml';
import type { Findings } from '../problems/findings.ts';
import { buildTree } from './build-tree.ts';
import { findJsonDefect, looksLikeJson } from './json-defect.ts';
import { sourceLimits, tooDeep } from './source-limits.ts';
import { createLines, type Lines } from './source-lines.ts';
import type { SourceNode } from './source-tree.ts';
import { syntaxFaults } from './syntax-error.ts';

const mostSyntaxErrors = 20;
const start = { line: 1, column: 1 };

export function isOverLimit(text: string): boolean {
  if (text.length * 3 <= sourceLimits.bytes) return false;
  return text.length > sourceLimits.bytes || new TextEncoder().encode(text).length > sourceLimits.bytes;
}

/** Null when the text is no tree at all; every refusal is among the findings. */
export function readSource(text: string, findings: Findings): SourceNode | null {
  if (isOverLimit(text)) {
    const message = `the file is larger than ${sourceLimits.bytes / 1024} KB`;
    findings.error({ code: 'too_large', place: start, path: [], message });
    return null;
  }
  const lines = createLines(text);
  // A native file may be written in braces and still be YAML: those that were read before are read for ever.
  const isJson = looksLikeJson(text) && !/"gatehouse"\s*:/.test(text);
  const defect = isJson ? findJsonDefect(text) : null;
  if (defect) {
    findings.error({ ...defect, place: lines.placeOf(defect.offset), path: [] });
    return null;
  }
  const contents = readDocument(text, lines, findings, isJson);
  if (contents === undefined) return null;
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    const message = 'the file is empty; a workflow starts with "gatehouse: 1"';
    findings.error({ code: 'unknown_format', place: start, path: [], message });
    return null;
  }
  return buildTree(contents, lines, findings);
}

/** Undefined after a refusal. */
function readDocument(text: string, lines: Lines, findings: Findings, isJson: boolean): ParsedNode | null | undefined {
  let isRefused = false;
  let hasDocument = false;
  let brokenTokens = 0;
  const refuse: Refuse = (code, offset, message, suggestion) => {
    isRefused = true;
    findings.error({ code, place: lines.placeOf(offset), path: [], message, suggestion });
  };
  const composer = new Composer({
    schema: 'core',
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
    resolveKnownTags: false,
  });
  const documents = [];
  for (const token of tokensOf(text, refuse)) {
    if (token.type === 'directive') {
      refuse('directive', token.offset, 'directives (%YAML, %TAG) are not allowed; leave this line out');
    }
    if (token.type === 'document' && hasDocument) {
      refuse('multiple_documents', token.offset, 'a file holds one workflow, but a second document starts here');
    }
    if (isRefused) return undefined;
    hasDocument ||= token.type === 'document';
    if (token.type === 'error' && ++brokenTokens > mostSyntaxErrors) break;
    documents.push(...composer.next(token));
  }
  if (isRefused) return undefined;
  documents.push(...composer.end(true, text.length));
  const errors = documents.flatMap((document) => document.errors).slice(0, mostSyntaxErrors);
  for (const { offset, message, suggestion } of errors.length > 0 ? syntaxFaults(errors, text, lines) : []) {
    if (isJson) refuse('json_syntax', offset, message.replace('valid YAML', 'valid JSON'), suggestion);
    else refuse('yaml_syntax', offset, message, suggestion);
  }
  return isRefused ? undefined : (documents[0]?.contents ?? null);
}

type Refuse = (code: string, offset: number, message: string, suggestion?: string) => void;

/** The file's tokens, each a whole document at most; ends early when a limit is passed. */
export function* tokensOf(text: string, refuse: Refuse): Generator<CST.Token> {
  const parser = new Parser();
  let tokens = 0;
  let aliases = 0;
  for (const lexeme of new Lexer().lex(text)) {
    const { offset } = parser;
    const isBlank = lexeme.charCodeAt(0) <= 32 || lexeme.startsWith('#');
    if (!isBlank && ++tokens > sourceLimits.tokens) {
      return refuse('too_large', offset, `the file has more than ${sourceLimits.tokens} words and marks`);
    }
    if (lexeme.startsWith('*') && ++aliases > sourceLimits.aliases) {
      return refuse('too_many_aliases', offset, `the file uses more than ${sourceLimits.aliases} aliases`);
    }
    yield* parser.next(lexeme);
    // The stack also holds the document and the scalar being read.
    if (parser.stack.length > sourceLimits.depth + 2) return refuse('too_deep', offset, tooDeep);
  }
  yield* parser.end();
}
