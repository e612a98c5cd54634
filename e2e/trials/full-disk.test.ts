// A console on a volume that fills up, and gets room again.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePlace, startConsole, type TrialConsole } from './console.ts';

const { place, remove } = makePlace();
const volume = join(place, 'volume');
const size = 24 * 1024 * 1024;

function mountVolume(): boolean {
  mkdirSync(volume);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', volume], { stdio: 'ignore' });
    return true;
  } catch {
    console.error('NOT TRIED: a full disk. Only root may mount the small volume that this trial fills.');
    return false;
  }
}

const isMounted = process.platform === 'linux' && mountVolume();
let running: TrialConsole;
beforeAll(async () => {
  if (!isMounted) return;
  running = await startConsole({
    GATEHOUSE_DATA: join(volume, 'data'),
    GATEHOUSE_WORKFLOWS: join(place, 'workflows'),
    GATEHOUSE_MIN_FREE_MB: '4',
  });
});
afterAll(async () => {
  await running?.stop();
  if (isMounted) execFileSync('umount', [volume]);
  remove();
});

type Ready = { ok: boolean; troubles: { kind: string; message: string }[] };

/** Asks until it is so: a look is remembered for five seconds. */
async function untilReady(status: number): Promise<Ready> {
  for (;;) {
    const ready = await running.api<Ready>('GET', '/api/ready');
    if (ready.status === status) return ready.body;
    await sleep(500);
  }
}

/** What the database has room for in files that it holds already is used up first. */
async function untilRefused(): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const { status } = await running.api('POST', '/api/runs', { source: waits });
    if (status !== 201) return;
  }
  throw new Error('the database never ran out of room');
}

const waits = `gatehouse: 1
name: Waits
inputs: { long: { type: string, default: '${'x'.repeat(20_000)}' } }
nodes:
  pause: { type: wait, for: 1s }
  done: { type: end, outcome: success, message: '\${inputs.long}' }
`;

test.runIf(isMounted)(
  'D8 a full disk is told by /api/ready and in the log, a few lines in all, and is over when there is room again',
  async () => {
    expect(await untilReady(200)).toMatchObject({ ok: true });
    const starting = Array.from({ length: 20 }, () =>
      running.api<{ id: string }>('POST', '/api/runs', { source: waits }),
    );
    const started = await Promise.all(starting);
    expect(new Set(started.map(({ status }) => status))).toEqual(new Set([201]));
    const ids = started.map(({ body }) => body.id);
    expect(() => writeFileSync(join(volume, 'other'), Buffer.alloc(size))).toThrow('ENOSPC');
    await untilReady(503);
    await untilRefused();
    expect(await (await fetch(`${running.address}/api/ready`)).json()).toEqual({ ok: false });
    expect((await fetch(`${running.address}/api/health`)).status).toBe(200);
    // Twenty runs are due and cannot be saved: every round of them was a line for each.
    await sleep(8_000);
    const { troubles } = await untilReady(503);
    expect(troubles.map(({ kind }) => kind)).toEqual(['database', 'files', 'space']);
    const lines = running.output().split('\n').filter(Boolean);
    expect(lines.filter((line) => line.startsWith('Trouble:')).length).toBeGreaterThan(0);
    expect(lines.length, lines.join('\n')).toBeLessThan(12);

    rmSync(join(volume, 'other'));
    expect(await untilReady(200)).toMatchObject({ ok: true, troubles: [] });
    expect(running.output()).toMatch(/^Trouble is over after \d+ s, met \d+ times: /m);
    for (const id of ids) {
      for (let status = ''; status !== 'completed'; await sleep(100)) {
        ({ status } = (await running.api<{ status: string }>('GET', `/api/runs/${id}`)).body);
      }
    }
    expect(running.output().split('\n').length).toBeLessThan(20);
  },
  120_000,
);
