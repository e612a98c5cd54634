import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDirectory } from './data-lock.mjs';

const module = JSON.stringify(new URL('./data-lock.mjs', import.meta.url).href);
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-lock-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function startHolder() {
  const script = `const { lockDataDirectory } = await import(${module});
    lockDataDirectory(${JSON.stringify(directory)});
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('a second process on the same data directory is refused, naming the first', async () => {
  const holder = await startHolder();
  try {
    expect(() => lockDataDirectory(directory)).toThrow(`already running on ${directory} (process ${holder.pid})`);
  } finally {
    holder.kill('SIGKILL');
    await once(holder, 'exit');
  }
});

test('a killed process leaves no lock behind', async () => {
  const holder = await startHolder();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const lock = lockDataDirectory(directory);
  lock.release();
});

test('a released lock can be taken again', () => {
  lockDataDirectory(directory).release();
  lockDataDirectory(directory).release();
});

test('a lock file that is not ours is told, with what to do', () => {
  writeFileSync(join(directory, 'gatehouse.lock'), 'something else that is long enough to be no database');
  expect(() => lockDataDirectory(directory)).toThrow(
    `${directory}/gatehouse.lock (in GATEHOUSE_DATA) is not ours; move it away, then try again.`,
  );
});
