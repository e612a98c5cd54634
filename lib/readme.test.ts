// What the README says of this project is true: the places it names are there, and what is there is named.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRunVerb } from './runs/verbs.ts';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'README.md'), 'utf8');
const packages = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const section = (title: string) => text.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? '';
const quoted = (part: string) => [...part.matchAll(/`([^`]+)`/g)].map(([, words]) => words as string);

test('it has at most 200 lines', () => {
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

test('every hop of the walk is a file, from a workflow to the answer that leads the run on', () => {
  const [walk = ''] = section('The walk').split('\n\n').slice(1);
  const hops = quoted(walk);
  expect(hops.at(0)).toBe('workflows/x.yaml');
  expect(hops.at(-1)).toBe('queue/queue');
  expect(walk.split('→')).toHaveLength(hops.length);
  const places = (hop: string) => [
    ...['lib/', 'app/(console)/runs/[runId]/', ''].flatMap((folder) => [`${folder}${hop}.ts`, `${folder}${hop}.tsx`]),
  ];
  const written = hops.map((hop) => hop.replace('<type>', 'cli'));
  const isThere = (hop: string) => places(hop).some((file) => existsSync(join(root, file)));
  expect(written.slice(1).filter((hop) => !isThere(hop))).toEqual([]);
});

test('the map names every folder of lib, and only folders that are there', () => {
  const rows = section('The map')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => quoted(row.split('|')[1] ?? ''));
  const isFolder = (folder: string) => existsSync(join(root, folder));
  expect(named.filter((folder) => !isFolder(folder))).toEqual([]);
  const folders = readdirSync(join(root, 'lib'), { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(folders.map(({ name }) => `lib/${name}/`).filter((folder) => !named.includes(folder))).toEqual([]);
  const rooms = rows
    .flatMap((row) => quoted(row.split('|')[2] ?? ''))
    .flatMap((words) => words.match(/\b[a-z]+\//g) ?? []);
  expect(rooms.length).toBeGreaterThan(10);
  expect(rooms.filter((room) => globSync(`{lib,app,prisma,e2e}/{,*/}${room}`, { cwd: root }).length === 0)).toEqual([]);
});

test('every setting that is read has its row, and no row is of one that nobody reads', () => {
  const read = [...readFileSync(join(root, 'lib/env.ts'), 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
    ([, name]) => name,
  );
  expect(read.length).toBeGreaterThan(30);
  const rows = section('Configuration')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => {
    let family = '';
    return quoted(row.split('|')[1] ?? '').map((name) => {
      if (name.startsWith('_')) return family + name;
      family = name.split('_').slice(0, 2).join('_');
      return name;
    });
  });
  expect(named.sort()).toEqual(read.sort());
});

test('every dependency has a word about why it is there, and nothing else has one', () => {
  const rows = section('Dependencies')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  const named = rows.flatMap((row) =>
    (row.split('|')[1] ?? '').split(/,| and its siblings/).map((name) => name.trim()),
  );
  const isNodeItself = (name: string) => /^node-/.test(name);
  const installed = Object.keys({ ...packages.dependencies, ...packages.optionalDependencies });
  expect(named.filter((name) => name && !isNodeItself(name)).sort()).toEqual(
    installed.filter((name) => !isNodeItself(name)).sort(),
  );
});

test('every verb of a run that it names is one of the table', () => {
  const row = section('API')
    .split('\n')
    .find((line) => line.includes('/{verb}`'));
  const named = quoted(row ?? '').find((words) => words.startsWith('pause ')) ?? '';
  expect(named.split(' ').filter((name) => !isRunVerb(name))).toEqual([]);
});
