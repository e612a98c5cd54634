import { expect, test } from 'vitest';
import { broken, ok, type WalkOptions, walkRun } from '../../testing/engine/walk.ts';
import { runEnding } from './run-ending.ts';

//  work ─┬─ good
//        └─ bad (when it fails)
const nodes = `
  work: { type: cli, command: ["true"], on_failure: bad }
  good: { type: end, message: Done, summary: { made: "\${work.result}" } }
  bad: { type: end, outcome: failure, message: It broke, recovery: "Look at \${inputs.where}, then start again" }`;

const endingOf = (options: WalkOptions) => {
  const { state, graph } = walkRun(nodes, { head: 'inputs: { where: { type: string } }', ...options });
  return runEnding(state, graph);
};

test('the end that was reached says what came out and what to do now', () => {
  expect(endingOf({ inputs: { where: 'the log' }, outcome: () => ok({ files: 3 }) })).toMatchObject({
    summary: { made: { files: 3 } },
  });
  expect(endingOf({ inputs: { where: 'the log' }, outcome: () => broken() })).toMatchObject({
    recovery: 'Look at the log, then start again',
  });
});

test('a run that goes on after an end, or has not ended, has no ending', () => {
  const { state, graph } = walkRun(nodes, { head: 'inputs: { where: { type: string } }', inputs: { where: 'x' } });
  expect(runEnding({ ...state, status: 'running' }, graph)).toEqual({});
  const later = '2099-01-01T00:00:00.000Z';
  const again = { ...state.nodes, work: { ...state.nodes.work, started_at: later, status: 'failed' } };
  expect(runEnding({ ...state, status: 'failed', nodes: again as typeof state.nodes }, graph)).toEqual({});
});
