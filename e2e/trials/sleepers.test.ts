import { expect, test } from 'vitest';
import { prepareTrial } from './trial-console.ts';

const sleepers = 70;
const patience = 180_000;

const workflows = {
  sleeps: { nodes: { sleep: { type: 'cli', command: ['sleep', '600'] } } },
  asks: {
    nodes: {
      ask: { type: 'gate', kind: 'question', options: [{ id: 'ok' }] },
      done: { type: 'cli', command: ['echo', 'went on'] },
    },
  },
  waits: { nodes: { wait: { type: 'wait', for: '1s' }, done: { type: 'cli', command: ['echo', 'went on'] } } },
};

const isAtWork = ({ state }: { state: { active: { phase: string; in_line?: boolean }[] } }) =>
  state.active.some(({ phase, in_line }) => phase === 'running' && !in_line) || undefined;

test(
  `D6 while ${sleepers} commands only sleep, answers lead on, timers fire and new runs begin`,
  async () => {
    const console = await prepareTrial(workflows).open();
    const asking = await console.start('asks');
    const gate = await console.asked(asking, 'ask');
    const sleeping = await Promise.all(Array.from({ length: sleepers }, () => console.start('sleeps')));
    await Promise.all(sleeping.map((run) => console.until(run, isAtWork)));
    const began = performance.now();
    await console.answer(gate, { option: 'ok' });
    const waiting = await console.start('waits');
    const [answered, waited] = await Promise.all([console.ended(asking), console.ended(waiting)]);
    expect([answered.status, waited.status]).toEqual(['completed', 'completed']);
    // A tenth of this would be plenty; before, it was as long as the sleepers slept.
    expect(performance.now() - began).toBeLessThan(20_000);
    for (const run of sleeping) expect((await console.read(run)).status).toBe('running');
  },
  patience,
);

test(
  'D6 attempts beyond the limit wait for a slot in the order they came, say so, and have done nothing when they are cut off',
  async () => {
    const trial = prepareTrial({
      turns: {
        inputs: { go: { type: 'string' } },
        nodes: {
          work: {
            type: 'cli',
            command: ['sh', '-c', 'while [ ! -e "$1" ]; do sleep 0.05; done', 'sh', '${inputs.go}'],
          },
        },
      },
    });
    const limit = { GATEHOUSE_ATTEMPTS: '2' };
    let console = await trial.open(limit);
    const go = (index: number) => `${trial.directory}/go-${index}`;
    const runs: string[] = [];
    for (let index = 0; index < 5; index++) {
      const run = await console.start('turns', { go: go(index) });
      runs.push(run);
      await console.until(run, ({ state }) => state.active.some(({ phase }) => phase === 'running') || undefined);
    }
    const [first, second, third, fourth, fifth] = runs as [string, string, string, string, string];
    const listed = await console.api<{ runs: { id: string; message: string | null }[] }>('GET', '/api/runs');
    const inLine = listed.runs.flatMap(({ id, message }) => (message === 'waiting for a slot' ? [id] : []));
    expect(inLine.sort()).toEqual([third, fourth, fifth].sort());
    await console.control(second, 'cancel');
    await console.until(third, isAtWork);
    expect((await console.eventsOf(third)).map(({ type }) => type)).toContain('slot_taken');
    // Whatever ended the console, those in line are begun anew without asking; the two at work are asked about.
    await console.kill();
    console = await trial.open(limit);
    for (const run of [first, third]) await console.asked(run, 'work');
    for (const run of [fourth, fifth]) await console.until(run, isAtWork);
    for (const run of [fourth, fifth])
      expect((await console.eventsOf(run)).map(({ type }) => type)).not.toContain('gate_opened');
  },
  patience,
);
