import { expect, test } from 'vitest';
import { prepareTrial } from './trial-console.ts';

const writers = 50;
const rounds = 10;
/** Ten times what is promised for the slowest of a hundred. */
const slowest = 2500;
const patience = 180_000;

const asks = {
  nodes: {
    ask: { type: 'gate', kind: 'question', options: [{ id: 'ok' }] },
    done: { type: 'end', message: 'went on' },
  },
};

test(
  `R8 ${writers} writers at once: every start and answer is taken, and none waits long`,
  async () => {
    const console = await prepareTrial({ asks }).open();
    const took: number[] = [];
    const timed = async <Result>(write: () => Promise<Result>) => {
      const since = performance.now();
      const result = await write();
      took.push(performance.now() - since);
      return result;
    };
    const write = async () => {
      for (let round = 0; round < rounds; round++) {
        const run = await timed(() => console.start('asks'));
        const gate = await console.asked(run, 'ask');
        await timed(() => console.answer(gate, { option: 'ok' }));
        expect((await console.ended(run)).message).toBe('went on');
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
    took.sort((a, b) => a - b);
    expect(took).toHaveLength(writers * rounds * 2);
    expect(took[Math.floor(took.length * 0.99)]).toBeLessThan(slowest);
  },
  patience,
);
