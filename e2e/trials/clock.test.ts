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
