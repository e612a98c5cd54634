import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { countedTest, wallTest } from '../../../testing/clients/wall-test.ts';
import { bareHouse } from '../../../testing/house.ts';
import { runCommand } from '../shell.ts';

const data = mkdtempSync(join(tmpdir(), 'gatehouse-limits-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));
const house = bareHouse({
  GATEHOUSE_DATA: data,
  GATEHOUSE_COMMAND_FILE: '1',
  GATEHOUSE_COMMAND_OPEN_FILES: '64',
  GATEHOUSE_COMMAND_CPU: '1',
  GATEHOUSE_COMMAND_OUTPUT: '1',
  GATEHOUSE_COMMAND_MEMORY: '100',
  GATEHOUSE_COMMAND_PROCESSES: '20',
});

const run = (script: string) =>
  runCommand(
    house,
    { argv: ['sh', '-c', script] },
    {
      workspace: data,
      artifactsDirectory: join(data, 'dropped'),
      signal: new AbortController().signal,
      onOutput: () => {},
      outputFiles: { stdout: join(data, 'stdout.log'), stderr: join(data, 'stderr.log') },
    },
  );

wallTest.each([
  ['a file that grows too large', 'exec dd if=/dev/zero of=big bs=1M count=4 2>/dev/null', 'GATEHOUSE_COMMAND_FILE'],
  ['work without an end', 'while :; do :; done', 'GATEHOUSE_COMMAND_CPU'],
  ['output without an end', 'exec yes', 'GATEHOUSE_COMMAND_OUTPUT'],
])('%s ends its program, and the failure names the setting', async (_, script, setting) => {
  await expect(run(script)).rejects.toMatchObject({ code: 'limit_reached', details: { setting } });
});

wallTest('no more files are opened than it may', async () => {
  expect((await run('ulimit -n')).stdout).toBe('64\n');
});

countedTest.each([
  ['memory', 'exec node -e "const held = []; for (;;) held.push(Buffer.alloc(1e7, 1))"', 'GATEHOUSE_COMMAND_MEMORY'],
  ['processes', 'for i in $(seq 60); do sleep 5 & done; wait', 'GATEHOUSE_COMMAND_PROCESSES'],
])('too much of %s with all that it starts is a failure that names the setting', async (_, script, setting) => {
  await expect(run(script)).rejects.toMatchObject({ code: 'limit_reached', details: { setting } });
});
