import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { prepareTrial } from './trial-console.ts';
import { multiplyRun } from './waiting-runs.ts';

const waiting = 10_000;
const patience = 300_000;
const ticks = 100;

/** The processor time that a process has used, in milliseconds. */
function usedBy(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return ((Number(user) + Number(system)) * 1000) / ticks;
}

const long = 'What was asked for. '.repeat(500);
const asks = {
  inputs: { wish: { type: 'text', default: long } },
  nodes: {
    ask: { type: 'gate', kind: 'question', message: 'Shall it go on?', show: [long], options: [{ id: 'ok' }] },
    done: { type: 'end', message: 'went on' },
  },
};

test(
  `D3 R24 ${waiting} waiting runs: the start is quick, waiting costs next to nothing, and every list is a page`,
  async () => {
    const trial = prepareTrial({ asks });
    let console = await trial.open();
    const run = await console.start('asks');
    await console.asked(run, 'ask');
    await console.stop();
    console = await trial.open();
    const startAlone = usedBy(console.pid);
    await console.stop();
    const runs = await multiplyRun(trial.data, run, waiting);

    console = await trial.open();
    // Processor time, because a busy machine makes everything take longer: they may add no more than the ten seconds promised.
    expect(usedBy(console.pid) - startAlone).toBeLessThan(10_000);

    /** The second time, when all that it needs is loaded. */
    const timed = async <Body>(path: string) => {
      await console.api<Body>('GET', path);
      const since = usedBy(console.pid);
      const body = await console.api<Body>('GET', path);
      return { body, took: usedBy(console.pid) - since };
    };
    const stuck = await timed<{ runs: unknown[] }>('/api/stuck');
    expect(stuck.body.runs).toEqual([]);
    expect(stuck.took).toBeLessThan(2000);
    const gates = await timed<{ gates: { run: string }[]; next: string | null }>('/api/gates?status=open');
    expect(gates.body.gates.length).toBeLessThanOrEqual(100);
    expect(gates.body.next).not.toBeNull();
    expect(gates.took).toBeLessThan(2000);

    // What finds nothing looks at all of them, and at no more of each than it is found by.
    for (const path of ['/api/runs?q=not-there', '/api/gates?status=open&q=not-there']) {
      const { body, took } = await timed<{ runs?: unknown[]; gates?: unknown[] }>(path);
      expect(body.runs ?? body.gates, path).toEqual([]);
      expect(took, path).toBeLessThan(200);
    }

    // Page by page every gate comes once.
    const seen = new Set<string>();
    for (let next: string | null = ''; next !== null; ) {
      const page: typeof gates.body = await console.api('GET', `/api/gates?status=open&limit=200&cursor=${next}`);
      for (const gate of page.gates) seen.add(gate.run);
      next = page.next;
    }
    expect(seen.size).toBe(waiting + 1);

    const answered = runs[4711] as string;
    const since = performance.now();
    await console.answer(await console.asked(answered, 'ask'), { option: 'ok' });
    expect((await console.ended(answered)).message).toBe('went on');
    expect(performance.now() - since).toBeLessThan(10_000);

    // A whole round of all that comes round by itself, ten times the promised 2 % of a core.
    const before = usedBy(console.pid);
    const idle = 35_000;
    await delay(idle);
    expect(usedBy(console.pid) - before).toBeLessThan(idle * 0.2);
  },
  patience,
);
