import { expect, test } from 'vitest';
import { fakeTime, whyNoFakeTime } from './fake-time.ts';
import { prepareTrial } from './trial-console.ts';

const hour = 3600;
/** Looks are half a minute apart; a machine that is busy with other trials may take a few seconds more. */
const mostLate = 40_000;
const patience = 180_000;

const why = whyNoFakeTime();
if (why) console.error(`NOT TRIED, the clock is not set in this run: ${why}`);

const waits = (...times: string[]) =>
  Object.fromEntries(times.map((time, index) => [`wait${index}`, { type: 'wait', for: time }]));

const workflows = {
  far: { nodes: waits('2h') },
  rounds: { nodes: waits('2s', '2s', '2s', '2s') },
  short: { nodes: waits('10s') },
  dated: { inputs: { when: { type: 'string' } }, nodes: { on: { type: 'wait', until: '${inputs.when}' } } },
  again: {
    nodes: {
      work: { type: 'cli', command: ['false'], retry: { attempts: 2, backoff: '1s' }, on_failure: 'skip' },
    },
  },
  asks: {
    nodes: {
      ask: {
        type: 'gate',
        kind: 'question',
        options: [{ id: 'ok' }],
        expires: { after: '3s', then: 'ok' },
        remind: '1s',
      },
    },
  },
};

test.skipIf(why)(
  'D1 R16 a clock set forward three hours fires no wait early, stops none, and brings every date up',
  async () => {
    const trial = prepareTrial(workflows);
    const clock = fakeTime(trial.directory);
    const console = await trial.open(clock.env);
    const far = await console.start('far');
    const inAnHour = new Date(Date.now() + hour * 1000).toISOString();
    const dated = await console.start('dated', { when: inAnHour });
    await console.until(far, ({ state }) => state.active.some(({ phase }) => phase === 'waiting') || undefined);
    clock.set(3 * hour);
    const began = performance.now();
    const [rounds, again, asks] = await Promise.all(['rounds', 'again', 'asks'].map((name) => console.start(name)));
    await Promise.all([again, asks].map((run) => console.ended(run as string)));
    expect(performance.now() - began).toBeGreaterThanOrEqual(3000);
    await console.ended(rounds as string);
    expect(performance.now() - began).toBeGreaterThanOrEqual(8000);
    expect(performance.now() - began).toBeLessThan(8000 + mostLate);
    await console.ended(dated);
    expect(performance.now() - began).toBeLessThan(mostLate);
    expect((await console.read(far)).status).toBe('waiting');
  },
  patience,
);

test.skipIf(why)(
  'D1 R16 a clock set back an hour, in a process that stood still meanwhile, holds up no wait and fires none early',
  async () => {
    const trial = prepareTrial(workflows);
    const clock = fakeTime(trial.directory);
    const console = await trial.open(clock.env);
    const began = performance.now();
    const short = await console.start('short');
    await console.until(short, ({ state }) => state.active.some(({ phase }) => phase === 'waiting') || undefined);
    process.kill(console.pid, 'SIGSTOP');
    clock.set(-hour);
    process.kill(console.pid, 'SIGCONT');
    const asks = await console.start('asks');
    await console.ended(short);
    expect(performance.now() - began).toBeGreaterThanOrEqual(10_000);
    expect(performance.now() - began).toBeLessThan(10_000 + mostLate);
    await console.ended(asks);
    expect((await console.eventsOf(asks)).filter(({ type }) => type === 'gate_reminded').length).toBeGreaterThan(0);
  },
  patience,
);

test.skipIf(why).each([
  ['forward', '2027-03-28T01:00:00Z', '2027-03-28T03:00:05'],
  ['back', '2027-10-31T01:00:00Z', '2027-10-31T01:00:05Z'],
])(
  'R16 where daylight saving sets the clock %s, no wait, expiry, back-off or date is early or late',
  async (_, change, when) => {
    const trial = prepareTrial(workflows);
    const clock = fakeTime(trial.directory);
    const console = await trial.open({ ...clock.env, TZ: 'Europe/Berlin' });
    clock.set(Math.round((Date.parse(change) - Date.now()) / 1000) - 3);
    const began = performance.now();
    const runs = [
      console.start('short'),
      console.start('dated', { when }),
      console.start('asks'),
      console.start('again'),
    ];
    const [short, dated, asks, again] = await Promise.all(runs);
    const took = async (run: string | undefined) => {
      expect((await console.ended(run as string)).status).toBe('completed');
      return performance.now() - began;
    };
    // The date is five seconds after the change, which is three seconds away; the clock is set to whole seconds.
    const times = { short: [short, 10_000], dated: [dated, 7000], asks: [asks, 3000], again: [again, 1000] } as const;
    await Promise.all(
      Object.entries(times).map(async ([name, [run, least]]) => {
        const time = await took(run);
        expect(time, name).toBeGreaterThanOrEqual(least);
        expect(time, name).toBeLessThan(least + mostLate);
      }),
    );
  },
  patience,
);
