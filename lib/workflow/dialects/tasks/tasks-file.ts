// What the parts of a tasks file share while it is translated: what its tasks are called, in which order they stand, and
// where the words for targets lead. A task's id wins over a word.
import type { Findings } from '../../problems/findings.ts';
import type { SourceEntry, SourceMap } from '../../source/source-tree.ts';
import { givenIn, textIn } from '../borrowed-tree.ts';

export type Task = { tree: SourceMap; id: string; written: string; place: SourceMap['place'] };

export type TasksFile = {
  findings: Findings;
  /** The group that holds `name`, `tasks` and all the rest. */
  root: SourceMap;
  ids: Map<string, string>;
  tasks: Task[];
  /** Asked for where a run must end in the middle of a file that has a task called `complete`. */
  endNode(): string;
};

const finishing = new Set(['complete', 'end', 'done', 'finish']);
const failing = new Set(['fail', 'abort', 'stop', 'failed']);
const passing = new Set(['skip', 'continue', 'ignore']);

const followingTask = ({ tasks }: TasksFile, task: Task) => tasks[tasks.indexOf(task) + 1];

/** The run ends here: `complete`, unless a task has that name. */
function finish(file: TasksFile, task: Task): string {
  if (!file.ids.has('complete')) return 'complete';
  return followingTask(file, task) || file.ids.has('next') ? file.endNode() : 'next';
}

/** Unknown words stay what they are, and are told of where they stand. */
export function targetOf(file: TasksFile, task: Task, word: string): string {
  const id = file.ids.get(word);
  if (id !== undefined) return id;
  if (word === 'next') return followingTask(file, task)?.id ?? finish(file, task);
  if (finishing.has(word)) return finish(file, task);
  if (word === 'retry') return task.id;
  if (failing.has(word)) return 'fail';
  return passing.has(word) ? (followingTask(file, task)?.id ?? finish(file, task)) : word;
}

export function failureTargetOf(file: TasksFile, task: Task, word: string): string {
  return passing.has(word) && !file.ids.has(word) ? 'skip' : targetOf(file, task, word);
}

/** `settings`, `communications`, `error_handling` */
export function partOf({ root }: TasksFile, key: string): SourceMap | undefined {
  const value = givenIn(root, key)?.value;
  return value?.kind === 'map' ? value : undefined;
}

export const nameOf = ({ tree, written }: Task) => textIn(tree, 'name') ?? written;

/** What the format does not have is told, once at each place, and left out. */
export function warnUnused(file: TasksFile, map: SourceMap, known: ReadonlySet<string>, what: string): void {
  for (const { key, place } of map.entries) {
    if (!known.has(key))
      warn(file, { key, place }, `"${key}" means nothing in ${what} of a tasks file and is left out`);
  }
}

export function warn(
  { findings }: TasksFile,
  { key, place }: Pick<SourceEntry, 'key' | 'place'>,
  message: string,
): void {
  findings.warning({ code: 'left_out', place, path: [key], message });
}
