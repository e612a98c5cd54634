// `hitl`: the question that belongs to a task. An approval asks once, before the work if its timing says so and else after
// it; an answer's own way is `on_<answer>`. Whatever is not said there, `communications` says for all of its kind.
import type { SourceEntry, SourceMap, SourceNode } from '../../source/source-tree.ts';
import {
  entryFrom,
  givenIn,
  listFrom,
  literally,
  mapFrom,
  mapOfEntries,
  type Origin,
  scalarFrom,
  textIn,
} from '../borrowed-tree.ts';
import { nameOf, partOf, type Task, type TasksFile, targetOf, warn, warnUnused } from './tasks-file.ts';

export type Hitl = {
  kind: string;
  gate: SourceMap;
  /** What a question can be answered with. */
  options: string[];
  /** Ways that lead back to the task itself, by answer. */
  again: { option: string; entry: SourceEntry }[];
};

const kinds: Record<string, string> = {
  approval: 'approval',
  question: 'question',
  info: 'info',
  none: 'none',
  notification: 'info',
  approve: 'approval',
};
const approvalWords: Record<string, string> = {
  approve: 'yes',
  approved: 'yes',
  reject: 'no',
  rejected: 'no',
  deny: 'no',
};
const known = new Set([
  'type',
  'message',
  'timing',
  'options',
  'auto_continue',
  'timeout',
  'required',
  'template',
  'question',
  'prompt',
]);
const duration = /^\d+(?:ms|s|m|h|d)$/;

/** Null when nothing is asked. `compared` are the words that the task's conditions compare its result with. */
export function translateHitl(file: TasksFile, task: Task, compared: string[]): Hitl | null {
  const written = givenIn(task.tree, 'hitl');
  if (!written) return null;
  const tree: SourceNode =
    written.value.kind === 'map' ? written.value : mapFrom(written.value, { type: written.value });
  const word = (textIn(tree, 'type') ?? (givenIn(tree, 'options') ? 'question' : 'approval')).toLowerCase();
  const kind = kinds[word];
  if (tree.kind !== 'map' || kind === undefined) {
    const place = givenIn(tree, 'type')?.value.place ?? written.place;
    const message = `task "${task.written}" has the unknown hitl type "${word}"`;
    const suggestion =
      file.findings.didYouMean(word, Object.keys(kinds)) ?? 'the types are approval, question, info, none';
    file.findings.error({ code: 'unknown_type', place, path: ['hitl', 'type'], message, suggestion });
    return null;
  }
  if (kind === 'none') return null;
  warnUnused(file, { ...tree, entries: tree.entries.filter(({ key }) => !key.startsWith('on_')) }, known, '"hitl"');
  const usual = givenIn(partOf(file, 'communications'), kind)?.value;
  const options = kind === 'question' ? optionsOf(tree, usual, compared) : [];
  const ids = kind === 'question' ? options.map(({ id }) => id) : kind === 'approval' ? ['yes', 'no'] : ['continue'];
  const ways = waysOf(file, task, tree, ids);
  const isAgain = ({ to }: Way) => to === task.id;
  const on = ways.filter((way) => !(kind === 'question' && isAgain(way) && givenIn(task.tree, 'retry')));
  const auto = givenIn(tree, 'auto_continue') ?? (kind === 'info' ? givenIn(usual, 'auto_continue') : undefined);
  const gate = mapFrom(written, {
    kind: scalarFrom(givenIn(tree, 'type')?.value ?? written, kind),
    when: /^(before|pre)/.test(textIn(tree, 'timing') ?? '')
      ? scalarFrom(givenIn(tree, 'timing') ?? written, 'before')
      : undefined,
    message: messageOf(task, tree, usual, kind),
    options:
      kind === 'question'
        ? listFrom(
            written,
            options.map(({ id, label, from }) => mapFrom(from, { id, label })),
          )
        : undefined,
    on:
      on.length > 0
        ? mapOfEntries(
            written,
            on.map(({ option, entry, to }) => entryFrom(entry, option, scalarFrom(entry.value, to))),
          )
        : undefined,
    auto_continue: kind === 'info' ? auto : undefined,
    expires: expiryOf(file, tree, usual),
  });
  return { kind, gate, options: ids, again: ways.filter((way) => isAgain(way) && !on.includes(way)) };
}

type Option = { id: string; label: SourceNode | undefined; from: Origin };

function optionsOf(tree: SourceMap, usual: SourceNode | undefined, compared: string[]): Option[] {
  const written = [givenIn(tree, 'options'), givenIn(usual, 'options')]
    .map((entry) => entry?.value)
    .find((value) => (value?.kind === 'list' && value.items.length > 0) || value?.kind === 'map');
  const items = written?.kind === 'list' ? written.items : [];
  const found = items.flatMap((item): Option[] => {
    if (item.kind === 'scalar') return [{ id: item.text, label: undefined, from: item }];
    const id = textIn(item, 'id') ?? textIn(item, 'value') ?? textIn(item, 'label');
    return id === undefined ? [] : [{ id, label: givenIn(item, 'label')?.value, from: item }];
  });
  if (written?.kind === 'map') {
    found.push(...written.entries.map(({ key, value, place }) => ({ id: key, label: value, from: { place } })));
  }
  if (found.length > 0) return found;
  // A question without answers has those that are spoken of elsewhere, and if there are none, yes and no.
  const named = tree.entries.flatMap(({ key }) => (key.startsWith('on_') ? [key.slice(3)] : []));
  const words = [...new Set([...compared, ...named])];
  const opposite: Record<string, string> = { no: 'yes', yes: 'no', fail: 'pass', pass: 'fail' };
  const [only] = words;
  const both = words.length === 1 && only ? [opposite[only] ?? 'yes', only] : words.length > 0 ? words : ['yes', 'no'];
  return both.map((id) => ({ id, label: undefined, from: tree }));
}

type Way = { option: string; entry: SourceEntry; to: string };

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '_');

function waysOf(file: TasksFile, task: Task, tree: SourceMap, options: string[]): Way[] {
  return tree.entries.flatMap((entry): Way[] => {
    const { key, value } = entry;
    if (!key.startsWith('on_') || value.kind !== 'scalar' || value.value === null) return [];
    const word = key.slice(3);
    const option =
      options.find((id) => id === word) ??
      options.find((id) => plain(id) === plain(word)) ??
      approvalWords[plain(word)];
    if (option === undefined || !options.includes(option)) {
      warn(file, entry, `"${key}" is never taken: "${word}" is none of the answers (${options.join(', ')})`);
      return [];
    }
    return [{ option, entry, to: targetOf(file, task, value.text) }];
  });
}

/** Its own words, else those for all of its kind, else a question with the task's name. */
function messageOf(task: Task, tree: SourceMap, usual: SourceNode | undefined, kind: string): SourceNode {
  const own = ['message', 'question', 'prompt']
    .map((key) => givenIn(tree, key)?.value)
    .find((value) => value !== undefined);
  if (own) return literally(own);
  const template = textIn(tree, 'template') ?? textIn(usual, 'template');
  const name = nameOf(task);
  const fallback =
    { approval: `Approve "${name}"?`, question: `${name}: how did it go?`, info: `${name} is done` }[kind] ?? name;
  const values: Record<string, string> = {
    task_name: name,
    task_id: task.written,
    message: fallback,
    role: textIn(task.tree, 'role') ?? '',
    action: textIn(task.tree, 'action') ?? '',
  };
  const text = (template ?? fallback).replace(/\{(\w+)\}/g, (found, key: string) => values[key] ?? found);
  return literally(scalarFrom(tree, text));
}

function expiryOf(file: TasksFile, tree: SourceMap, usual: SourceNode | undefined): SourceMap | undefined {
  const entry = givenIn(tree, 'timeout') ?? givenIn(usual, 'timeout');
  if (!entry) return undefined;
  if (entry.value.kind === 'scalar' && duration.test(entry.value.text)) return mapFrom(entry, { after: entry.value });
  warn(file, entry, '"timeout" is left out: it is no duration like 30m or 2d');
  return undefined;
}
