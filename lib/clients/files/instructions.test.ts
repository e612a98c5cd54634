import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readInstructions } from './instructions.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-instructions-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test('a skill is a folder with SKILL.md, or one file', async () => {
  write('skills/plan/SKILL.md', '---\nmodel: large\n---\nPlan.');
  write('skills/check.md', 'Check.');
  expect(await readInstructions(folder, 'skill', 'plan')).toMatchObject({ text: 'Plan.', model: 'large' });
  expect(await readInstructions(folder, 'skill', 'check')).toMatchObject({ name: 'check', text: 'Check.' });
});

test('a command a:b is the file b in the folder a; an agent is one file', async () => {
  write('commands/git/tidy.md', 'Tidy $ARGUMENTS.');
  write('agents/critic.md', 'Criticise.');
  expect(await readInstructions(folder, 'command', 'git:tidy')).toMatchObject({ text: 'Tidy $ARGUMENTS.' });
  expect(await readInstructions(folder, 'agent', 'critic')).toMatchObject({ text: 'Criticise.' });
});

test('a file that is not there is told with every place looked at', async () => {
  await expect(readInstructions(folder, 'skill', 'plan')).rejects.toMatchObject({
    code: 'instructions_missing',
    message:
      'There is no skill "plan": no skills/plan/SKILL.md and no skills/plan.md in the workflows folder, nor in a .claude folder there or in the workspace at the start',
  });
});

test('what is kept in .claude is found too, after our own, and a part of a skill by its path', async () => {
  write('.claude/skills/plan/SKILL.md', 'Theirs.');
  write('.claude/skills/plan/phases/01-look.md', 'Look.');
  write('.claude/commands/issue/new.md', 'Issue.');
  write('.claude/agents/critic.md', 'Criticise.');
  expect(await readInstructions(folder, 'skill', 'plan')).toMatchObject({ text: 'Theirs.' });
  expect(await readInstructions(folder, 'skill', 'plan/phases/01-look')).toMatchObject({ text: 'Look.' });
  expect(await readInstructions(folder, 'command', 'issue:new')).toMatchObject({ text: 'Issue.' });
  expect(await readInstructions(folder, 'agent', 'critic')).toMatchObject({ text: 'Criticise.' });
  write('skills/plan.md', 'Ours.');
  expect(await readInstructions(folder, 'skill', 'plan')).toMatchObject({ text: 'Ours.' });
  for (const kind of ['command', 'agent'] as const)
    await expect(readInstructions(folder, kind, 'a/b')).rejects.toThrow('cannot be the name');
});

test.each(['../secret', 'a/../b', '..', '.hidden', 'a\0b', '', 'a:..', 'C:\\x'])('%j is no name', async (name) => {
  write('secret.md', 'secret');
  for (const kind of ['skill', 'command', 'agent'] as const) {
    await expect(readInstructions(join(folder, 'workflows'), kind, name)).rejects.toThrow('cannot be the name');
  }
});

test('a head that cannot be read is told with the file', async () => {
  write('agents/critic.md', '---\nname: [\n---\nCriticise.');
  await expect(readInstructions(folder, 'agent', 'critic')).rejects.toThrow('agents/critic.md cannot be used');
});
