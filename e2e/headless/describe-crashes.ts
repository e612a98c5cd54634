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

const atOnce = 2;
const apart = 3;
const patience = 900_000;
const whens = ['before', 'after'] as const;

/** One write and where the engines around it die: at the write itself, and perhaps again in the recovery from that. */
type Case = FailPoint[];

/**
 * The fail points of every write of a run, in order. A write is known by what it tells of, because how many steps share one
 * varies with the machine.
 */
function pointsOf(writes: string[][], when: FailPoint['when']): FailPoint[] {
  const seen = new Map<string, number>();
  return writes.map((events) => {
    const nths = events.map((event) => ({ event, nth: (seen.get(event) ?? 0) + 1, when }));
    for (const { event, nth } of nths) seen.set(event, nth);
    return nths.toSorted((a, b) => a.nth - b.nth)[0] ?? { event: null, nth: 1, when };
  });
}

/** What a command says is saved while it runs, or with its end. */
const isOfTheMoment = ([point]: Case) => point?.event?.startsWith('output ') === true;

/** Neighbours die in different walks, so that each engine goes some way; and what comes again is met from the start. */
function walksOf(cases: Case[]): Case[][] {
  const isFirst = ([point]: Case) => point?.nth === 1;
  const together = cases.filter(isFirst);
  const walks = Array.from({ length: apart }, (_, strand) => together.filter((_, index) => index % apart === strand));
  return [...walks, ...cases.filter((one) => !isFirst(one)).map((one) => [one])];
}

/** The cases of a walk that its kills did not reach. */
function notReached(walk: Case[], kills: number): Case[] {
  let points = 0;
  return walk.filter((one) => {
    points += one.length;
    return points > kills;
  });
}

/** Drives a scenario again and again, each time with other kills, against the run that nobody interrupted. */
async function createTrial(scenario: Scenario) {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-crash-'));
  const entry = await bundleEngine(join(directory, 'bundle'));
  let places = 0;

  async function driven(failPoints: FailPoint[]): Promise<Driven> {
    const place = join(directory, `${++places}`);
    mkdirSync(place);
    const home = join(place, 'home');
    mkdirSync(home);
    const run = await driveRun(entry, scenario, join(place, 'data'), home, failPoints);
    await judgeRun(scenario, join(place, 'data'), home, run);
    rmSync(place, { recursive: true });
    return run;
  }
  const { final } = await driven([]);
  const expected = withoutTheKill(scenario, final);

  async function survives(walk: Case[]): Promise<number> {
    const failPoints = walk.flat();
    try {
      const run = await driven(failPoints);
      expect(withoutTheKill(scenario, run.final)).toEqual(expected);
      return run.kills;
    } catch (error) {
      const words = failPoints.map(({ event, nth, when }) => `${when} ${event ?? 'any write'} (${nth})`);
      throw new Error(`killed ${words.join(', ')}: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Each walk is one run from its start to its end. What it did not come to, the next one takes up. */
  async function killAtAll(cases: Case[]): Promise<number> {
    const walks = walksOf(cases);
    let kills = 0;
    async function work(): Promise<void> {
      for (let walk = walks.pop(); walk; walk = walks.pop()) {
        const died = await survives(walk);
        kills += died;
        const [first, ...others] = notReached(walk, died);
        if (!first) continue;
        if (first !== walk[0]) walks.push([first, ...others]);
        else if (isOfTheMoment(first)) walks.push(others);
        else throw new Error(`no run comes to ${JSON.stringify(first)}`);
      }
    }
    const stop = (error: unknown) => {
      walks.length = 0;
      throw error;
    };
    const workers = await Promise.allSettled(Array.from({ length: atOnce }, () => work().catch(stop)));
    for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
    return kills;
  }

  return { final, killAtAll, remove: () => rmSync(directory, { recursive: true, force: true }) };
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
      const { state, writes } = trial.final;
      expect(state).toMatchObject(end);
      expect(writes.length).toBeGreaterThan(10);
    });

    test.each(whens)(
      'killed %s every durable write, ends as if nothing had happened',
      {
        timeout: patience,
      },
      async (when) => {
        const cases = pointsOf(trial.final.writes, when).map((point) => [point]);
        const kills = await trial.killAtAll(cases);
        console.log(`${kills} kills ${when} ${cases.length} writes`);
        expect(kills).toBeGreaterThanOrEqual(cases.filter((one) => !isOfTheMoment(one)).length);
      },
    );

    test('killed again at the first write of a recovery, still ends as if nothing had happened', {
      timeout: patience,
    }, async () => {
      // After the last write there is nothing left to write.
      const points = pointsOf(trial.final.writes, 'after').slice(0, -1);
      const again = (index: number): FailPoint => ({ event: null, nth: 1, when: whens[index % 2] ?? 'after' });
      const cases = points.filter((_, index) => index % 2 === 0).map((point, index) => [point, again(index)]);
      const kills = await trial.killAtAll(cases);
      console.log(`${kills} kills, two for every other write and its recovery`);
      expect(kills).toBeGreaterThanOrEqual(2 * cases.filter((one) => !isOfTheMoment(one)).length);
    });
  });
}
