// What a task does. Most are carried out by a model in its role, in the workflow's own words. Those that say all there is
// to do are done as they are written: a file with its content, a text to append, or nothing at all.
import type { SourceEntry, SourceMap, SourceNode, SourceScalar } from '../../source/source-tree.ts';
import {
  entryFrom,
  givenIn,
  listFrom,
  literally,
  mapFrom,
  mapOfEntries,
  type Part,
  scalarFrom,
  textIn,
} from '../borrowed-tree.ts';
import { nameOf, type Task, type TasksFile, warn } from './tasks-file.ts';

const askUser = /\{\{\s*ask_user\b([^{}]*)\}\}/g;

/** Words inside of the mark may not end it, nor be taken for choices. */
const markWords = (text: string) => text.replace(/[{}]/g, '').replace(/\|/g, '/').replace(/\s+/g, ' ').trim();

function mark(question: string, options: string[]): string {
  const parts = [question, ...options].map(markWords).join(' | ');
  return parts === '' ? '{{ask_user}}' : `{{ask_user: ${parts}}}`;
}

/** `{{ask_user "Which?"}}`, `{{ask_user('Which?')}}` and `{{ask_user: Which?}}` are all written. */
function withMarks(scalar: SourceScalar): SourceScalar {
  if (typeof scalar.value !== 'string' || !scalar.value.includes('ask_user')) return scalar;
  const value = scalar.value.replace(askUser, (found, rest: string) => {
    if (/^\s*(?:\(\s*[a-z]+\s*\)\s*)?(?::|$)/.test(rest)) return found;
    return mark(rest.replace(/^[\s:(|,"']+|[\s)"']+$/g, ''), []);
  });
  return { ...scalar, value, text: value };
}

function marked(node: SourceNode): SourceNode {
  if (node.kind === 'scalar') return withMarks(node);
  if (node.kind === 'list') return { ...node, items: node.items.map(marked) };
  return { ...node, entries: node.entries.map((entry) => ({ ...entry, value: marked(entry.value) })) };
}

/** The parameters, with the question of `adhoc_hitl` in the place of what it fills in. */
function paramsOf(file: TasksFile, task: Task): SourceEntry[] {
  const written = givenIn(task.tree, 'params');
  const entries: SourceEntry[] =
    written?.value.kind === 'map'
      ? written.value.entries
      : written
        ? [entryFrom(written, 'params', written.value)]
        : [];
  const params = entries.map((entry) => ({ ...entry, value: marked(literally(entry.value)) }));
  const adhoc = givenIn(task.tree, 'adhoc_hitl');
  if (adhoc?.value.kind !== 'map') return params;
  const question = textIn(adhoc.value, 'question') ?? textIn(adhoc.value, 'message') ?? nameOf(task);
  const options = givenIn(adhoc.value, 'options')?.value;
  const choices =
    options?.kind === 'list' ? options.items.flatMap((item) => (item.kind === 'scalar' ? [item.text] : [])) : [];
  const asked = scalarFrom(adhoc, mark(question, choices));
  const isMark = ({ value }: SourceEntry) =>
    value.kind === 'scalar' && /^\{\{\s*ask_user\s*\}\}$/.test(value.text.trim());
  const name = textIn(adhoc.value, 'param_to_fill') ?? params.find(isMark)?.key ?? 'answer';
  const known = params.find(({ key }) => key === name);
  if (!known) return [...params, entryFrom(adhoc, name, asked)];
  if (!isMark(known) && !(known.value.kind === 'scalar' && known.value.text.includes('{{ask_user'))) {
    warn(file, known, `"${name}" is asked for by "adhoc_hitl"; what is written here is left out`);
  }
  return params.map((entry) => (entry === known ? { ...entry, value: asked } : entry));
}

const isRelative = (path: string) => !/^[/~\\]|^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)|\$\$?\{/.test(path);

/** The one thing to do, where the parameters say all of it. */
function effectOf(action: string, params: SourceEntry[], task: Task): Record<string, Part> | null {
  if (action === 'complete' && params.length === 0)
    return { type: 'display_message', message: literally(scalarFrom(task, nameOf(task))) };
  const of = (name: string) => params.find(({ key }) => key === name);
  const [path] = ['path', 'file'].flatMap((name) => of(name) ?? []);
  const text = (name: string) => {
    const entry = of(name);
    return entry?.value.kind === 'scalar' && typeof entry.value.value === 'string' ? entry : undefined;
  };
  if (params.length !== 2 || path?.value.kind !== 'scalar' || !isRelative(path.value.text)) return null;
  const content = text('content');
  const append = text('append');
  if (action === 'create_file' && content) return { type: 'write_file', path, content };
  return action === 'modify_file' && append ? { type: 'append_to_file', path, content: append } : null;
}

/** The fields of a node's own type. */
export function translateWork(file: TasksFile, task: Task, returns: SourceMap | undefined): Record<string, Part> {
  const params = paramsOf(file, task);
  const action = givenIn(task.tree, 'action');
  const word = textIn(task.tree, 'action') ?? '';
  const effect = returns ? null : effectOf(word, params, task);
  if (effect) return { type: 'action', do: listFrom(action ?? task, [mapFrom(action ?? task, effect)]) };
  return {
    type: 'task',
    action: action ? literally(action.value) : literally(scalarFrom(task, nameOf(task))),
    params: params.length > 0 ? mapOfEntries(givenIn(task.tree, 'params') ?? task, params) : undefined,
    returns,
  };
}
