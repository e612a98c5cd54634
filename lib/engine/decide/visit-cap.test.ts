import { expect, test } from 'vitest';
import { openGate, openGates, walkRun } from '../../testing/engine/walk.ts';

// ┌────────┐ body ┌──────┐   ┌─────┐
// │ rounds ├─────►│ work ├──►│ end │
// └───┬────┘◄─────┴──────┘   └──┬──┘
//     │      ▲──────────────────┘
//     └──► complete
test('visits inside a loop are bounded by its max, not by max_visits', () => {
  const walk = walkRun(
    `
       rounds: { type: loop, body: work, done: complete, max: 150 }
       work: { type: cli, command: [work] }
       back: { type: end_loop, loop: rounds }`,
  );
  expect(walk.state).toMatchObject({ status: 'completed', nodes: { work: { visits: 150 }, rounds: { visits: 151 } } });
});

// ┌────────┐ body ┌──────┐
// │ rounds ├─────►│ spin │ ⟲ never comes back
// └────────┘      └──────┘
test('a circle inside a loop that never ends its round comes to rest at a gate', () => {
  const walk = walkRun(`
       rounds: { type: loop, body: spin, done: complete, max: 2 }
       spin: { type: if, condition: "1 == 1", then: spin, else: back, max_visits: 5 }
       back: { type: end_loop, loop: rounds }`);
  expect(openGate(walk)).toMatchObject({ purpose: 'visits', node: 'spin' });
});

// ┌──────┐ body ┌───────┐
// │ each ├─────►│ other │
// └──────┘◄─────┴───────┘ body
test('forks that lead into each other come to rest at gates', () => {
  const walk = walkRun(
    `
       each: { type: map, items: [1, 2], body: other, next: complete, max_visits: 2 }
       other: { type: map, items: [1, 2], body: each, next: complete, max_visits: 2 }`,
    { mostSteps: 5000 },
  );
  expect(walk.state.status).toBe('waiting');
  expect(new Set(openGates(walk).map(({ purpose }) => purpose))).toEqual(new Set(['visits']));
});

// ┌──────┐ body ┌──────┐
// │ each ├─────►│ work │  ×150
// └──────┘      └──────┘
test('a map over more items than max_visits asks nothing', () => {
  const walk = walkRun(
    `
       each: { type: map, items: "\${inputs.items}", body: work, next: complete }
       work: { type: cli, command: [work, "\${item}"], next: join }`,
    { head: 'inputs: { items: { type: list } }', inputs: { items: Array.from({ length: 150 }, (_, n) => n) } },
  );
  expect(walk.state).toMatchObject({ status: 'completed', nodes: { work: { visits: 150 } } });
});
