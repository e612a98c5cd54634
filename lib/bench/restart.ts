import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../prisma/migrate.mjs';
import type { Measure } from './measurement.ts';
import { median } from './statistics.ts';

const rounds = 5;
const runs = 50;
const limit = 1000;

const childFile = fileURLToPath(new URL('./restart-child.ts', import.meta.url));

/** Kills the child the moment it has done its task, with nothing said to it before. */
async function killedAfter(task: 'fill' | 'answer', data: string): Promise<number> {
  const child = fork(childFile, [task, String(runs)], { env: { ...process.env, GATEHOUSE_DATA: data } });
  const exited = once(child, 'exit');
  const told = once(child, 'message') as Promise<[{ milliseconds: number }]>;
  const failed = exited.then(([code]) => Promise.reject(new Error(`the engine ended by itself (${code})`)));
  const [{ milliseconds }] = await Promise.race([told, failed]);
  child.kill('SIGKILL');
  await exited;
  failed.catch(() => {});
  return milliseconds;
}

/** From the first line of the new process to the end of the last run. Loading the code is not part of it. */
export const restart: Measure = async (progress) => {
  const times: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
    try {
      migrate(join(directory, 'gatehouse.db'));
      await killedAfter('fill', directory);
      times.push(await killedAfter('answer', directory));
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
    progress(`round ${round} of ${rounds}`);
  }
  const middle = median(times);
  const detail = `slowest of ${rounds}: ${Math.max(...times).toFixed(0)} ms`;
  return [{ value: `${middle.toFixed(0)} ms`, goal: '≤ 1 s', isReached: middle <= limit, detail }];
};
