// Tasks of roles with people in between: `workflow: { name, version, roles, tasks, settings, communications, error_handling }`.
// A task is a node; what its answers, its conditions and its errors lead to are the ways out of it. A name that nobody has
// reported is equal to nothing.
import { childOf, type SourceEntry, type SourceMap, type SourceNode } from '../../source/source-tree.ts';
import {
  entryFrom,
  givenIn,
  literally,
  mapFrom,
  mapOfEntries,
  type Part,
  scalarFrom,
  textIn,
} from '../borrowed-tree.ts';
import type { Dialect } from '../dialect.ts';
import { freeIdIn, legalIds } from '../legal-ids.ts';
import { resemblanceByKeys } from '../resemblance.ts';
import { againConditions, comparedWords, conditionList, reportsTree, translateConditions } from './conditions.ts';
import { translateHitl } from './hitl.ts';
import { type Roles, roleOf, translateRoles } from './roles.ts';
import {
  failureTargetOf,
  nameOf,
  partOf,
  type Task,
  type TasksFile,
  targetOf,
  warn,
  warnUnused,
} from './tasks-file.ts';
import { translateWork } from './work.ts';

const usualAttempts = 3;
const taskKeys = new Set(
  'id name role action params hitl conditions retry adhoc_hitl on_complete on_error description timeout'.split(' '),
);
const rootKeys = new Set('name version description tags roles tasks settings communications error_handling'.split(' '));
const duration = /^\d+(?:ms|s|m|h|d)$/;

/** The group that has the tasks: below `workflow`, or the file itself. */
function rootOf(tree: SourceNode): SourceMap | null {
  const wrapped = childOf(tree, 'workflow');
  if (wrapped?.kind === 'map') return wrapped;
  const tasks = childOf(tree, 'tasks');
  const isBare = tasks?.kind === 'list' && tasks.items.some((item) => childOf(item, 'action') ?? childOf(item, 'hitl'));
  return isBare && tree.kind === 'map' ? tree : null;
}

export const tasks: Dialect = {
  format: 'tasks',
  missing: 'null',
  recognises: (tree) => childOf(rootOf(tree) ?? undefined, 'tasks') !== undefined,
  resembles(tree) {
    const wrapped = childOf(tree, 'workflow');
    const near = resemblanceByKeys(wrapped?.kind === 'map' ? wrapped : tree, {
      telling: ['tasks', 'roles', 'communications', 'error_handling'],
      needed: ['tasks'],
    });
    if (near && wrapped?.kind === 'map') return { ...near, signs: near.signs + 2 };
    return wrapped ? { signs: 1, why: '"workflow" has no "tasks"' } : near;
  },
  written(tree) {
    const list = childOf(rootOf(tree) ?? undefined, 'tasks');
    return list?.kind === 'list' ? list.items.length : 0;
  },
  translate(tree, findings) {
    const root = rootOf(tree);
    const list = givenIn(root ?? undefined, 'tasks');
    if (!root || list?.value.kind !== 'list' || list.value.items.length === 0) {
      const message = '"tasks" must be a list with at least one task';
      findings.error({ code: 'missing', place: list?.place ?? tree.place, path: ['workflow', 'tasks'], message });
      return null;
    }
    const read = list.value.items.flatMap((item, index) => readTask(item, index, findings));
    if (read.length === 0) return null;
    const ids = legalIds(read.map(({ written }) => written));
    let end: string | null = null;
    const file: TasksFile = {
      findings,
      root,
      ids,
      tasks: read.map((task) => ({ ...task, id: ids.get(task.written) ?? task.written })),
      endNode: () => {
        end ??= freeIdIn('end', ids.values());
        return end;
      },
    };
    warnUnused(file, root, rootKeys, 'the head');
    const roles = translateRoles(file);
    const nodes = file.tasks.map((task) => entryFrom({ place: task.place }, task.id, nodeOf(file, task, roles)));
    const last: SourceEntry[] = end === null ? [] : [entryFrom(list, end, mapFrom(list, { type: 'end' }))];
    return mapFrom(root, {
      name: givenIn(root, 'name'),
      version: givenIn(root, 'version'),
      description: descriptionOf(file),
      tags: givenIn(root, 'tags'),
      roles: roles.tree,
      nodes: mapOfEntries(list, [...nodes, ...last]),
    });
  },
};

function readTask(tree: SourceNode, index: number, findings: TasksFile['findings']): Omit<Task, 'id'>[] {
  const id = givenIn(tree, 'id')?.value;
  const path = ['workflow', 'tasks', index];
  if (tree.kind !== 'map' || id?.kind !== 'scalar') {
    const message = tree.kind === 'map' ? 'this task needs "id"' : 'a task is a group of keys with "id" and "action"';
    findings.error({ code: 'missing', place: tree.place, path, message });
    return [];
  }
  return [{ tree, written: id.text, place: id.place }];
}

function descriptionOf(file: TasksFile): SourceNode | undefined {
  const own = givenIn(file.root, 'description');
  const message = givenIn(partOf(file, 'error_handling'), 'escalation_message');
  if (own || message?.value.kind !== 'scalar') return own?.value;
  return scalarFrom(message, `When a task is given up: ${message.value.text}`);
}

function nodeOf(file: TasksFile, task: Task, roles: Roles): SourceMap {
  const { tree } = task;
  warnUnused(file, tree, taskKeys, 'a task');
  const hitl = translateHitl(file, task, comparedWords(task));
  const answers = hitl?.kind === 'question' ? hitl.options : [];
  const conditions = translateConditions(file, task, answers);
  const { retry, attempts, on_failure } = failureOf(file, task);
  const again = againConditions(task, hitl?.again ?? [], attempts, givenUp(file, task));
  const role = roleOf(file, task);
  const onComplete = givenIn(tree, 'on_complete');
  return mapFrom(task, {
    ...translateWork(file, task, reportsTree(task, conditions)),
    name: literally(scalarFrom(givenIn(tree, 'name')?.value ?? task, nameOf(task))),
    description: givenIn(tree, 'description'),
    role:
      role?.value.kind === 'scalar'
        ? scalarFrom(role.value, roles.ids.get(role.value.text) ?? role.value.text)
        : undefined,
    gate: hitl?.gate,
    retry,
    timeout: timeoutOf(file, task),
    conditions: conditionList(task, [...again, ...conditions.list]),
    next: nextOf(file, task, onComplete),
    on_failure,
  });
}

/** Always written out: the task after this one is where it leads, not where it happens to run on to. */
function nextOf(file: TasksFile, task: Task, written: SourceEntry | undefined): Part {
  const word = written?.value.kind === 'scalar' ? written.value.text : 'next';
  const to = targetOf(file, task, word);
  return to === 'next' ? undefined : scalarFrom(written?.value ?? task, to);
}

type Failure = { retry: Part; attempts: number; on_failure: Part };

const numberIn = (tree: SourceNode | undefined, key: string): number | undefined => {
  const value = givenIn(tree, key)?.value;
  const number = value?.kind === 'scalar' ? Number(value.text) : Number.NaN;
  return Number.isInteger(number) ? Math.max(1, number) : undefined;
};

const retryOf = ({ tree }: Task) => givenIn(tree, 'retry');

/** Where a task that has been tried often enough leads. */
function givenUp(file: TasksFile, task: Task): string {
  const own =
    textIn(retryOf(task)?.value, 'on_max_retries') ?? textIn(partOf(file, 'error_handling'), 'on_max_retries');
  return failureTargetOf(file, task, own ?? 'escalate');
}

/** An error is tried again as often as is said, unless it has a way of its own. */
function failureOf(file: TasksFile, task: Task): Failure {
  const retry = retryOf(task);
  const handling = partOf(file, 'error_handling');
  const written = givenIn(task.tree, 'on_error') ?? givenIn(handling, 'on_error');
  const word = written?.value.kind === 'scalar' ? written.value.text : 'retry';
  const attempts =
    numberIn(retry?.value, 'max_attempts') ??
    numberIn(retry?.value, 'max_retries') ??
    numberIn(partOf(file, 'settings'), 'max_retries') ??
    numberIn(handling, 'max_retries') ??
    usualAttempts;
  if (word !== 'retry' || file.ids.has('retry')) {
    const to = failureTargetOf(file, task, word);
    const tried = retry ? mapFrom(retry, { attempts }) : undefined;
    return { retry: tried, attempts, on_failure: scalarFrom(written?.value ?? task, to) };
  }
  const place = givenIn(retry?.value, 'on_max_retries')?.value ?? givenIn(handling, 'on_max_retries')?.value ?? task;
  return {
    retry: mapFrom(retry ?? written ?? task, { attempts }),
    attempts,
    on_failure: scalarFrom(place, givenUp(file, task)),
  };
}

function timeoutOf(file: TasksFile, { tree }: Task): Part {
  const entry = givenIn(tree, 'timeout');
  if (!entry) return undefined;
  if (entry.value.kind === 'scalar' && duration.test(entry.value.text)) return entry;
  warn(file, entry, '"timeout" is left out: it is no duration like 30m or 2d');
  return undefined;
}
