// The promise, tried: an engine is killed before and after every durable write it makes, the next one goes on, and in the
// end nobody can tell from the run that anything happened, except by the attempts that were cut off.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleEngine } from './bundle-engine.ts';
import { type Driven, driveRun, type Scenario } from './drive-run.ts';
import type { FailPoint } from './fail-point.ts';
import { judgeRun, withoutTheKill } from './judge-run.ts';

const atOnce = 4;
const patience = 900_000;

/** Drives a scenario again and again, each time with other kills, against the run that nobody interrupted. */
async function createTrial(scenario: Scenario) {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-crash-'));
  const entry = await bundleEngine(join(directory, 'bundle'));

  async function driven(name: string, failPoints: FailPoint[]): Promise<Driven> {
    const place = join(directory, name);
    mkdirSync(place);
    const home = join(place, 'home');
    mkdirSync(home);
    const run = await driveRun(entry, scenario, join(place, 'data'), home, failPoints);
    await judgeRun(scenario, join(place, 'data'), home, run);
    rmSync(place, { recursive: true });
    return run;
  }
  const { final } = await driven('uninterrupted', []);
  const expected = withoutTheKill(scenario, final);

  async function survives(failPoints: FailPoint[]): Promise<number> {
    const name = failPoints.map(({ when, at }) => `${when}-${at}`).join('-then-');
    try {
      const run = await driven(name, failPoints);
      expect(withoutTheKill(scenario, run.final)).toEqual(expected);
      if (run.kills === 0)
        expect(run.final.commits, 'nobody died: this run has fewer writes').toBeLessThan(failPoints[0]?.at ?? 0);
      return run.kills;
    } catch (error) {
      throw new Error(`killed ${name}: ${(error as Error).message}`, { cause: error });
    }
  }

  /**
   * Output that is saved while a command runs, and how many steps that only decide share a write, make the number of
   * writes vary with the machine: n goes on until nobody dies, because that run had no n-th write.
   */
  async function killAtEveryWrite(casesAt: (n: number) => FailPoint[][]): Promise<{ kills: number; writes: number }> {
    let next = 1;
    let kills = 0;
    let isOver = false;
    async function work(): Promise<void> {
      while (!isOver) {
        for (const failPoints of casesAt(next++)) {
          const died = await survives(failPoints).catch((error) => {
            isOver = true;
            throw error;
          });
          kills += died;
          isOver ||= died === 0;
        }
      }
    }
    const workers = await Promise.allSettled(Array.from({ length: atOnce }, work));
    for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
    return { kills, writes: next - 1 };
  }

  return { final, killAtEveryWrite, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** The suite of one scenario; each is a file of its own, so that they run side by side. */
export function describeCrashes(what: string, open: () => Promise<Scenario>, end: object): void {
  describe(`a run with ${what}`, () => {
    let scenario: Scenario;
    let trial: Awaited<ReturnType<typeof createTrial>>;

    beforeAll(async () => {
      scenario = await open();
      trial = await createTrial(scenario);
    });
    afterAll(async () => {
      trial?.remove();
      await scenario?.close?.();
    });

    test('completes when nobody interrupts it', () => {
      const { state, commits } = trial.final;
      expect(state).toMatchObject(end);
      expect(commits).toBeGreaterThan(10);
    });

    test('killed before and after every durable write, ends as if nothing had happened', {
      timeout: patience,
    }, async () => {
      const { kills, writes } = await trial.killAtEveryWrite((at) => [
        [{ at, when: 'before' }],
        [{ at, when: 'after' }],
      ]);
      console.log(`${kills} kills, before and after each of about ${writes} writes`);
      expect(kills).toBeGreaterThan(trial.final.commits);
    });

    test('killed again at the first write of a recovery, still ends as if nothing had happened', {
      timeout: patience,
    }, async () => {
      const again = (when: FailPoint['when']): FailPoint => ({ at: 1, when });
      const { kills, writes } = await trial.killAtEveryWrite((n) => [
        [{ at: 3 * n - 1, when: 'after' }, again(n % 2 ? 'after' : 'before')],
      ]);
      console.log(`${kills} kills, two for every third write and its recovery, ${writes} in all`);
      expect(kills).toBeGreaterThan(trial.final.commits / 3);
    });
  });
}
