import { expect, test } from 'vitest';
import { prepareTrial } from './trial-console.ts';

const patience = 180_000;

const workflows = {
  // The console is the parent of what it starts.
  poison: { nodes: { kill: { type: 'cli', command: ['sh', '-c', 'kill -9 $PPID; sleep 600'], idempotent: true } } },
  harmless: { nodes: { wait: { type: 'wait', for: '1s' }, done: { type: 'end' } } },
  asks: { nodes: { ask: { type: 'gate', kind: 'approval' } } },
};

test(
  'D4 a step that ended the console three times is set aside and asked about, and others go on',
  async () => {
    const trial = prepareTrial(workflows);
    let console = await trial.open();
    const [harmless, asking] = [await console.start('harmless'), await console.start('asks')];
    const poison = await console.start('poison');
    for (let deaths = 1; deaths < 3; deaths++) {
      await console.exited;
      console = await trial.open();
    }
    await console.exited;
    console = await trial.open();
    const gate = await console.asked(poison, 'kill');
    expect(gate.purpose).toBe('interrupted');
    const events = await console.eventsOf(poison);
    expect(events.filter(({ type }) => type === 'node_started')).toHaveLength(3);
    expect(events.filter(({ type, data }) => type === 'node_interrupted' && data.crashed)).toHaveLength(3);
    expect((await console.ended(harmless)).status).toBe('completed');
    await console.asked(asking, 'ask');
    await console.answer(gate, { option: 'skip' });
    expect((await console.ended(poison)).status).toBe('completed');
  },
  patience,
);

test(
  'D4 a console that is stopped in order is not counted: an idempotent step is tried again however often that happens',
  async () => {
    const trial = prepareTrial({
      long: { nodes: { sleep: { type: 'cli', command: ['sleep', '600'], idempotent: true } } },
    });
    let console = await trial.open();
    const run = await console.start('long');
    for (let stops = 1; stops <= 4; stops++) {
      const attempts = (events: { type: string }[]) => events.filter(({ type }) => type === 'node_started').length;
      await console.until(run, ({ state }) => state.active.some(({ phase }) => phase === 'running') || undefined);
      expect(attempts(await console.eventsOf(run))).toBe(stops);
      await console.stop();
      console = await trial.open();
      await console.until(run, ({ seq, state }) => (seq > stops && state.active[0]?.phase === 'running') || undefined);
    }
    expect((await console.eventsOf(run)).map(({ type }) => type)).not.toContain('gate_opened');
  },
  patience,
);
