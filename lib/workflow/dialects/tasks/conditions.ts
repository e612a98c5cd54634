// `conditions`: ways that a task's own result decides. `result` is the answer to the task's question where it is compared
// with one of its answers, else what whoever did the task reported; any other name is a field of that report.
import { parseExpression } from '../../expression/expression.ts';
import type { SourceEntry, SourceMap, SourceNode, SourceScalar } from '../../source/source-tree.ts';
import { givenIn, listFrom, mapFrom, replaceIn, scalarFrom } from '../borrowed-tree.ts';
import { type Task, type TasksFile, targetOf, warn } from './tasks-file.ts';

/** `reports` are the fields that whoever does the task must report, with what each may be. */
export type Conditions = { list: SourceNode[]; reports: Map<string, Set<string>> };

const token = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|===|!==|<>|(?<![=!<>])=(?![=>])|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g;
const operators: Record<string, string> = { '===': '==', '!==': '!=', '<>': '!=', '=': '==' };
const words: Record<string, string> = { True: 'true', False: 'false', None: 'null', AND: 'and', OR: 'or', NOT: 'not' };
const own = new Set([
  'and',
  'or',
  'not',
  'in',
  'true',
  'false',
  'null',
  'retry_count',
  'attempt',
  'visit',
  'len',
  'contains',
  'lower',
  'upper',
  'trim',
  'startswith',
  'endswith',
]);
const answerWords = new Set(['answer', 'response', 'user_response', 'hitl_response']);
const always = new Set(['true', 'default', 'else', 'always', 'otherwise', '*']);
/** Names for how it went: whoever reports only `result` has said it too. */
const verdict = /(?:^|_)(?:result|status|outcome|verdict)$/;

type Written = {
  test: SourceScalar;
  then: SourceScalar | undefined;
  otherwise: SourceScalar | undefined;
  at: SourceNode;
};

/** The JSON object that the answer of whoever did a task ends with. */
const reportOf = (id: string) => `nodes['${id}'].result`;

const scalarIn = (tree: SourceNode, keys: string[]): SourceScalar | undefined => {
  const value = keys.map((key) => givenIn(tree, key)?.value).find((one) => one !== undefined);
  return value?.kind === 'scalar' ? value : undefined;
};

function writtenConditions(task: Task): Written[] {
  const list = givenIn(task.tree, 'conditions')?.value;
  const items = list?.kind === 'list' ? list.items : list?.kind === 'map' ? [list] : [];
  return items.flatMap((at): Written[] => {
    const otherwise = scalarIn(at, ['else', 'otherwise', 'default']);
    const test = scalarIn(at, ['if', 'when', 'condition', 'on']) ?? (otherwise ? scalarFrom(at, 'false') : undefined);
    return test ? [{ test, then: scalarIn(at, ['then', 'goto', 'next', 'target']), otherwise, at }] : [];
  });
}

/** What `result` is compared with. */
export function comparedWords(task: Task): string[] {
  return writtenConditions(task).flatMap(({ test }) =>
    [...test.text.matchAll(/\bresult\s*==+\s*(['"])(.*?)\1/g)].map(([, , word]) => word ?? ''),
  );
}

export function translateConditions(file: TasksFile, task: Task, answers: string[]): Conditions {
  const reports: Conditions['reports'] = new Map();
  const list = writtenConditions(task).flatMap(({ test, then, otherwise, at }) => {
    const made = expressionOf(file, task, test, answers, reports);
    const way = (to: SourceScalar, text: SourceScalar) =>
      mapFrom(at, { if: text, then: scalarFrom(to, targetOf(file, task, to.text)) });
    return [...(then ? [way(then, made)] : []), ...(otherwise ? [way(otherwise, scalarFrom(otherwise, 'true'))] : [])];
  });
  return { list, reports };
}

function expressionOf(
  file: TasksFile,
  task: Task,
  test: SourceScalar,
  answers: string[],
  reports: Conditions['reports'],
): SourceScalar {
  if (always.has(test.text.trim().toLowerCase())) return scalarFrom(test, 'true');
  const found: Conditions['reports'] = new Map();
  const made = replaceIn(test, token, (match) => wordOf(file, task, test, match, answers, found));
  if (parseExpression(made.text).ok) {
    for (const [name, values] of found) reports.set(name, new Set([...(reports.get(name) ?? []), ...values]));
    return made;
  }
  // Words for people: whoever does the task says whether they hold.
  const name = `condition_${reports.size + 1}`;
  reports.set(name, new Set([`true or false: ${test.text.trim()}`]));
  const entry = { key: 'if', place: test.place };
  warn(file, entry, `"${test.text.trim()}" is no expression; whoever carries the task out reports whether it holds`);
  return scalarFrom(test, `${reportOf(task.id)}.${name} == true`);
}

function wordOf(
  file: TasksFile,
  task: Task,
  test: SourceScalar,
  match: RegExpMatchArray,
  answers: string[],
  reports: Conditions['reports'],
): string {
  const [word] = match;
  const { text } = test;
  const at = match.index ?? 0;
  if (/^['"]/.test(word)) return word;
  if (operators[word] ?? words[word]) return operators[word] ?? words[word] ?? word;
  if (own.has(word)) return word;
  const [first = '', ...rest] = word.split('.');
  const id = file.ids.get(first);
  const tail = (parts: string[]) => parts.map((part) => `.${part}`).join('');
  if (id !== undefined && rest.length > 0) return `${reportOf(id)}${tail(rest)}`;
  // A word after a comparison that nobody calls anything is a text whose quotes were forgotten.
  if (/[!=<>]=*\s*$/.test(text.slice(0, at))) return `'${word}'`;
  if (answerWords.has(word) && answers.length > 0) return 'result';
  const other = comparedWith(text, at, word);
  if (first === 'result') {
    if (rest.length === 0 && other !== undefined && answers.includes(other)) return 'result';
    const meant = rest.length === 0 ? answerFor(other, answers) : undefined;
    if (meant !== undefined) {
      warn(
        file,
        { key: 'if', place: test.placeAt(at) },
        `"${other}" is none of the answers (${answers.join(', ')}); "${meant}" stands for it`,
      );
      return `(result == '${meant}' ? '${other}' : null)`;
    }
    if (rest.length === 0) return reported(task, 'result', other, reports);
    return reported(task, rest.join('.'), other, reports);
  }
  return reported(task, word, other, reports);
}

const good = new Set(['yes', 'pass', 'passed', 'approve', 'approved', 'ok', 'success', 'true']);
const bad = new Set(['no', 'fail', 'failed', 'reject', 'rejected', 'error', 'false']);

/** People who are asked for yes or no have said pass or fail: a report of somebody else must not overrule them. */
function answerFor(word: string | undefined, answers: string[]): string | undefined {
  const side = [good, bad].find((words) => word !== undefined && words.has(word.toLowerCase()));
  const meant = answers.filter((answer) => side?.has(answer.toLowerCase()));
  return meant.length === 1 && answers.length === 2 ? meant[0] : undefined;
}

/** The written value on the other side of a comparison. */
function comparedWith(text: string, at: number, word: string): string | undefined {
  const after = /^\s*[!=]==?\s*(?:'([^']*)'|"([^"]*)"|(\w+))/.exec(text.slice(at + word.length));
  const before = /(?:'([^']*)'|"([^"]*)")\s*[!=]==?\s*$/.exec(text.slice(0, at));
  return after?.[1] ?? after?.[2] ?? after?.[3] ?? before?.[1] ?? before?.[2];
}

function reported(task: Task, name: string, value: string | undefined, reports: Conditions['reports']): string {
  const [first = name] = name.split('.');
  reports.set(first, new Set([...(reports.get(first) ?? []), ...(value === undefined ? [] : [value])]));
  const field = `${reportOf(task.id)}.${name}`;
  return name !== 'result' && verdict.test(name) ? `(${field} ?? ${reportOf(task.id)}.result)` : field;
}

/** For whoever does the task: `pass or fail`. */
export function reportsTree(task: Task, { reports }: Conditions): SourceMap | undefined {
  const entries = [...reports].filter(([, values]) => values.size > 0);
  if (entries.length === 0) return undefined;
  const origin = givenIn(task.tree, 'conditions') as SourceEntry;
  return mapFrom(origin, Object.fromEntries(entries.map(([name, values]) => [name, [...values].join(' or ')])));
}

/** A "no" that leads back to the task itself counts as a failed try: after as many as it has, it is given up. */
export function againConditions(
  task: Task,
  again: { option: string; entry: SourceEntry }[],
  attempts: number,
  givenUp: string,
): SourceNode[] {
  return again.flatMap(({ option, entry }) => {
    const is = `result == '${option.replace(/'/g, "\\'")}'`;
    return [
      mapFrom(entry, { if: `${is} && retry_count + 1 >= ${attempts}`, then: givenUp }),
      mapFrom(entry, { if: is, then: task.id }),
    ];
  });
}

export const conditionList = (task: Task, items: SourceNode[]) =>
  items.length > 0 ? listFrom(givenIn(task.tree, 'conditions') ?? task, items) : undefined;
