import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { house } from '../../testing/house.ts';
import { pinAll, pinFromWorkspace, readPinned } from './pinned-instructions.ts';
import { workspaceFiles } from './workspace-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-pinned-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const at = (name: string) => join(folder, name);
const named = ['beside', 'both', 'inside', 'outside'].map((name) => ({ kind: 'skill' as const, name }));
const text = async (name: string) => (await readPinned(at('workflows'), at('run'), 'skill', name)).text;

test('files are taken from beside the workflow first, then from the workspace as it was at the start, and never by a link out of it', async () => {
  write('workflows/skills/beside.md', 'Beside.');
  write('workflows/.claude/skills/both/SKILL.md', 'Beside too.');
  write('workspace/.claude/skills/both/SKILL.md', 'Of the workspace.');
  write('workspace/.claude/skills/inside/SKILL.md', 'Of the workspace.');
  write('home/secret.md', 'Secret.');
  symlinkSync(at('home/secret.md'), join(at('workspace'), '.claude/skills/outside.md'));
  await pinAll(at('workflows'), at('run'), named);
  await pinFromWorkspace(workspaceFiles(house, at('workspace')), at('run'), named);
  write('workspace/.claude/skills/inside/SKILL.md', 'Changed by a node.');
  expect([await text('beside'), await text('both'), await text('inside')]).toEqual([
    'Beside.',
    'Beside too.',
    'Of the workspace.',
  ]);
  await expect(text('outside')).rejects.toThrow('There is no skill "outside"');
});
