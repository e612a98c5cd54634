import { expect, test } from 'vitest';
import { broken, ok, walkRun } from '../../testing/engine/walk.ts';
import { lastFailure } from './last-failure.ts';

const nodes = `  first: { type: cli, command: [a], on_failure: second }
  second: { type: cli, command: [b], on_failure: fail }
  never: { type: cli, command: [c] }`;

test('the failure of a run is the node that failed last; a run that did not fail has none', () => {
  expect(lastFailure(walkRun(nodes, { outcome: () => broken() }).state)).toBe('second');
  expect(lastFailure(walkRun(nodes, { outcome: () => ok() }).state)).toBeNull();
});
