// Says in plain words, and at the place in the file, what zod found wrong: the node, the field, what was expected, what is there.
import type { z } from 'zod';
import { childOf, keyPlaceOf, nodeAt, type Path, pathText, placeOf, type SourceNode } from '../source/source-tree.ts';
import type { Findings } from './findings.ts';
import { keysOf } from './schema-keys.ts';
import { suggestForm } from './suggest-form.ts';

export type Issue = z.core.$ZodIssue;

/** `path` is where the tree stands in the file; the issue's own path starts from the tree. */
export type IssueContext = { schema: z.core.$ZodType; tree: SourceNode; path: Path; findings: Findings };

const longestShown = 40;
const mostListed = 20;

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of keys',
  record: 'a group of keys',
};

export function describeIssue(issue: Issue, context: IssueContext): void {
  const { findings, tree } = context;
  const at = issue.path as Path;
  const path = [...context.path, ...at];
  if (issue.code === 'unrecognized_keys') {
    const known = keysOf(context.schema, at);
    for (const key of issue.keys) unknownKey(key, [...at, key], known, context);
    return;
  }
  const source = nodeAt(tree, at);
  const place = placeOf(tree, at);
  if (issue.code === 'invalid_union') {
    const nearest = nearestMember(issue.errors as Issue[][], source);
    if (nearest) {
      for (const inner of nearest) describeIssue({ ...inner, path: [...at, ...inner.path] } as Issue, context);
      return;
    }
  }
  if (!source) {
    const message = `${holderText(path.slice(0, -1))} needs "${path.at(-1)}"`;
    findings.error({ code: 'missing', place, path, message });
    return;
  }
  const message = `${holderText(path)} ${wish(issue)}`;
  const found = issue.code === 'custom' || issue.code === 'too_small' ? '' : `, not ${shown(source)}`;
  const word = source.kind === 'scalar' ? source.text : '';
  const form =
    source.kind === 'scalar' ? suggestForm(issue, source, at, (one) => keysOf(context.schema, one)) : undefined;
  const words = allowedWords(issue);
  const all = words.length > mostListed ? `they are ${words.join(', ')}` : undefined;
  const suggestion = findings.didYouMean(word, words) ?? form ?? all;
  findings.error({ code: codeOf(issue), place, path, message: message + found, suggestion });
}

/** `at` is the key's path from the tree. */
export function unknownKey(
  key: string,
  at: Path,
  known: Iterable<string>,
  context: Omit<IssueContext, 'schema'>,
): void {
  const path = [...context.path, ...at];
  context.findings.error({
    code: 'unknown_key',
    place: keyPlaceOf(context.tree, at),
    path,
    message: `${holderText(path.slice(0, -1))} has an unknown key "${key}"`,
    suggestion: context.findings.didYouMean(key, known),
  });
}

/** `node "review"`, `node "review": "retry"`, `"inputs.repo"`, `the workflow` */
export function holderText(path: Path): string {
  const isInNode = path[0] === 'nodes' && path.length >= 2;
  const rest = pathText(isInNode ? path.slice(2) : path);
  const node = isInNode ? `node "${path[1]}"` : '';
  if (rest === '') return node || 'the workflow';
  return node ? `${node}: "${rest}"` : `"${rest}"`;
}

function codeOf(issue: Issue): string {
  const isAboutType = issue.code === 'invalid_type' || issue.code === 'invalid_union';
  return isAboutType && allowedWords(issue).length === 0 ? 'wrong_type' : 'wrong_value';
}

/** The words of an enumeration, or of the key that tells the members of a union apart. */
function allowedWords(issue: Issue): string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  const options = issue.code === 'invalid_union' ? (issue as { options?: unknown }).options : undefined;
  return Array.isArray(options) ? options.map(String) : [];
}

function wish(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${oneOf(allowedWords(issue))}`;
    case 'too_small':
      if (issue.origin === 'number' || issue.origin === 'int') return `must be at least ${issue.minimum}`;
      return 'must not be empty';
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_union':
      return `must be ${unionText(issue)}`;
    case 'custom':
      return issue.message;
    default:
      return issue.message.startsWith('must ') ? issue.message : `is not right: ${issue.message}`;
  }
}

function unionText(issue: z.core.$ZodIssueInvalidUnion): string {
  const words = allowedWords(issue);
  if (words.length > 0) return oneOf(words);
  const wanted = issue.errors
    .flat()
    .map((inner) => (inner.code === 'invalid_type' ? (kinds[inner.expected] ?? inner.expected) : ''));
  return oneOf([...new Set(wanted)].filter((text) => text !== ''));
}

function oneOf(words: string[]): string {
  if (words.length > mostListed) return `one of the ${words.length} that there are`;
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** The union member that the author most likely meant: the one whose `type` was written, or whose complaints lie deepest. */
function nearestMember(members: Issue[][], source: SourceNode | undefined): Issue[] | undefined {
  const isTyped = (issue: Issue) =>
    issue.code === 'invalid_union' && childOf(source, issue.path.at(-1) as string) !== undefined;
  const depth = (issues: Issue[]) =>
    Math.max(
      ...issues.map((issue) => issue.path.length + Number(issue.code === 'unrecognized_keys' || isTyped(issue))),
    );
  const [best] = members.toSorted((a, b) => depth(b) - depth(a));
  return best && depth(best) > 0 ? best : undefined;
}

export function shown(source: SourceNode): string {
  if (source.kind === 'list') return 'a list';
  if (source.kind === 'map') return 'a group of keys';
  if (source.value === null && source.text === '') return 'nothing';
  const text = source.text.length > longestShown ? `${source.text.slice(0, longestShown)}…` : source.text;
  return typeof source.value === 'string' ? `"${text}"` : text;
}
