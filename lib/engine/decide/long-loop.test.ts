import { expect, test } from 'vitest';
import { walkRun } from '../../testing/engine/walk.ts';

// ┌────────┐ body ┌──────┐   ┌──────┐
// │ rounds ├─────►│ work ├──►│ back ├─► rounds      20,000 times
// └────────┘      └──────┘   └──────┘
const nodes = `
  rounds: { type: loop, body: work, done: complete, max: 20000 }
  work: { type: cli, command: [work], save: { last: "\${loop.index}" } }
  back: { type: end_loop, loop: rounds }`;

test('a loop of 20,000 rounds runs to its end, and its state is as large at the end as after 1,000', {
  timeout: 180_000,
}, () => {
  const sizes: number[] = [];
  const { state } = walkRun(nodes, {
    mostSteps: 1_000_000,
    during: (walk, { visit }) => {
      // Only the state is kept: the events are the store's.
      walk.events.length = 0;
      walk.commits.length = 0;
      if (visit % 1000 === 0) sizes.push(JSON.stringify(walk.state).length);
    },
  });
  expect(state).toMatchObject({ status: 'completed', computed: { last: 19_999 }, nodes: { work: { visits: 20_000 } } });
  const [first, ...others] = sizes as [number, ...number[]];
  expect(others).toHaveLength(19);
  expect(Math.max(...others) / first).toBeLessThan(1.02);
});
