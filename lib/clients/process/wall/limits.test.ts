import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CommandSpec } from '../../../nodes/contract/node-context.ts';
import { countedTest, wallTest } from '../../../testing/clients/wall-test.ts';
import { bareHouse } from '../../../testing/house.ts';
import { runCommand } from '../shell.ts';
import { limiterOf } from './limits-without-wall.ts';

const data = mkdtempSync(join(tmpdir(), 'gatehouse-limits-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));
const limits = {
  GATEHOUSE_DATA: data,
  GATEHOUSE_COMMAND_FILE: '1',
  GATEHOUSE_COMMAND_OPEN_FILES: '64',
  GATEHOUSE_COMMAND_CPU: '1',
  GATEHOUSE_COMMAND_OUTPUT: '1',
  GATEHOUSE_COMMAND_MEMORY: '100',
  GATEHOUSE_COMMAND_PROCESSES: '20',
};
const house = bareHouse(limits);

const start = (command: CommandSpec, at = house, room = {}) =>
  runCommand(at, command, {
    room,
    workspace: data,
    artifactsDirectory: join(data, 'dropped'),
    signal: new AbortController().signal,
    onOutput: () => {},
    outputFiles: { stdout: join(data, 'stdout.log'), stderr: join(data, 'stderr.log') },
  });
const run = (script: string, at = house, room = {}, command = 'sh') =>
  start({ argv: [command, '-c', script] }, at, room);

const tooMuch: [string, string, string][] = [
  ['a file that grows too large', 'exec dd if=/dev/zero of=big bs=1M count=4 2>/dev/null', 'GATEHOUSE_COMMAND_FILE'],
  ['work without an end', 'while :; do :; done', 'GATEHOUSE_COMMAND_CPU'],
  ['output without an end', 'exec yes', 'GATEHOUSE_COMMAND_OUTPUT'],
];

wallTest.each(tooMuch)('%s ends its program, and the failure names the setting', async (_, script, setting) => {
  await expect(run(script)).rejects.toMatchObject({ code: 'limit_reached', details: { setting } });
});

wallTest('no more files are opened than it may', async () => {
  expect((await run('ulimit -n')).stdout).toBe('64\n');
});

const open = bareHouse({ ...limits, GATEHOUSE_SANDBOX: 'off' });
const limitedTest = test.runIf((await limiterOf(open)) !== null);

limitedTest.each(tooMuch)('without a wall %s ends its program too', async (_, script, setting) => {
  await expect(run(script, open)).rejects.toMatchObject({ code: 'limit_reached', details: { setting } });
});

limitedTest('what is let out, and what has no wall, opens no more files and leaves no core either', async () => {
  for (const limited of [run('ulimit -n; ulimit -c', open), run('ulimit -n; ulimit -c', house, { isOut: true })])
    expect((await limited).stdout).toBe('64\n0\n');
});

limitedTest('without a wall its variables, its end and its absence are told as they are', async () => {
  const { stdout } = await start({ argv: ['env'], env: { 'odd-name': 'kept' } }, open);
  expect(stdout.split('\n')).toContain('odd-name=kept');
  expect(await run('kill -9 $$', open)).toMatchObject({ exit_code: null, signal: 'SIGKILL' });
  await expect(run('', open, {}, 'no-such-program')).rejects.toMatchObject({ code: 'command_not_found' });
  await expect(run('', open, {}, '/etc/passwd')).rejects.toMatchObject({ code: 'command_not_started' });
});

test('where nothing can limit what has no wall, it runs all the same', async () => {
  const unlimited = bareHouse({ ...limits, GATEHOUSE_SANDBOX: 'off' });
  unlimited.wall.limiter = Promise.resolve(null);
  expect((await run('ulimit -n', unlimited)).stdout).not.toBe('64\n');
});

countedTest.each([
  ['memory', 'exec node -e "const held = []; for (;;) held.push(Buffer.alloc(1e7, 1))"', 'GATEHOUSE_COMMAND_MEMORY'],
  ['processes', 'for i in $(seq 60); do sleep 5 & done; wait', 'GATEHOUSE_COMMAND_PROCESSES'],
])('too much of %s with all that it starts is a failure that names the setting', async (_, script, setting) => {
  await expect(run(script)).rejects.toMatchObject({ code: 'limit_reached', details: { setting } });
});
