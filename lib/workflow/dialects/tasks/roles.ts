// Roles: who carries a task out. What is said of a role becomes its instructions; one that only tasks name gets a few words.
import type { SourceEntry, SourceMap, SourceNode } from '../../source/source-tree.ts';
import {
  entryFrom,
  givenIn,
  listFrom,
  literally,
  mapFrom,
  mapOfEntries,
  scalarFrom,
  textIn,
} from '../borrowed-tree.ts';
import { legalIds } from '../legal-ids.ts';
import { partOf, type Task, type TasksFile, warn } from './tasks-file.ts';

export type Roles = { ids: Map<string, string>; tree: SourceMap | undefined };

type Written = { name: string; tree: SourceNode; place: SourceNode['place'] };

function writtenRoles(roles: SourceNode | undefined): Written[] {
  if (roles?.kind === 'map') return roles.entries.map(({ key, value, place }) => ({ name: key, tree: value, place }));
  if (roles?.kind !== 'list') return [];
  return roles.items.flatMap((tree) => {
    const name = tree.kind === 'scalar' ? tree.text : (textIn(tree, 'id') ?? textIn(tree, 'name'));
    return name ? [{ name, tree, place: tree.place }] : [];
  });
}

export const roleOf = (file: TasksFile, task: Task): SourceEntry | undefined =>
  givenIn(task.tree, 'role') ?? givenIn(partOf(file, 'settings'), 'default_role');

export function translateRoles(file: TasksFile): Roles {
  const written = writtenRoles(givenIn(file.root, 'roles')?.value);
  const named = new Map(written.map((role) => [role.name, role]));
  for (const task of file.tasks) {
    const entry = roleOf(file, task);
    if (entry?.value.kind !== 'scalar' || named.has(entry.value.text)) continue;
    const name = entry.value.text;
    named.set(name, { name, tree: scalarFrom(entry.value, null), place: entry.value.place });
    warn(
      file,
      { key: 'role', place: entry.value.place },
      `the role "${name}" is not among "roles"; it has no words of its own`,
    );
  }
  const ids = legalIds(named.keys());
  if (named.size === 0) return { ids, tree: undefined };
  const entries = [...named.values()].map(({ name, tree, place }) =>
    entryFrom({ place }, ids.get(name) ?? name, mapFrom({ place }, { instructions: instructionsOf(name, tree) })),
  );
  return { ids, tree: mapOfEntries(file.root, entries) };
}

/** All that is said of it, in the order it is said. */
function instructionsOf(name: string, tree: SourceNode): SourceNode {
  const lines = [`You are the ${name}.`];
  if (tree.kind === 'scalar' && tree.value !== null && tree.text !== name) lines.push(tree.text);
  if (textIn(tree, 'mode') === 'plan') lines.push('You plan and judge; you leave the work itself to others.');
  for (const { key, value } of tree.kind === 'map' ? tree.entries : []) {
    if (key === 'mode' || key === 'id' || key === 'name') continue;
    lines.push(key === 'description' ? wordsOf(value) : `${key}: ${wordsOf(value)}`);
  }
  return literally(scalarFrom(tree, lines.filter((line) => line !== '').join('\n')));
}

function wordsOf(value: SourceNode): string {
  if (value.kind === 'scalar') return value.text;
  if (value.kind === 'list') return value.items.map(wordsOf).join(', ');
  return listFrom(
    value,
    value.entries.map((entry) => `${entry.key}: ${wordsOf(entry.value)}`),
  )
    .items.map(wordsOf)
    .join(', ');
}
