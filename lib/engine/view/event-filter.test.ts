import { expect, test } from 'vitest';
import { broken, walkRun } from '../../testing/engine/walk.ts';
import { eventMatcher } from './event-filter.ts';

const { events } = walkRun('  make: { type: cli, name: Build it, command: [make, "say \\"hi\\""], on_failure: skip }', {
  outcome: () => broken('no rule to make it'),
});
const found = (text: string, errorsOnly = false) =>
  events
    .filter(eventMatcher({ text, errorsOnly }, (node) => (node === 'make' ? 'Build it' : node)))
    .map(({ type }) => type);

test('an event is found by its type, its node, the node’s name and what is said in it, whatever the case', () => {
  expect(found('NODE_FAILED')).toEqual(['node_failed']);
  expect(found('build IT')).toEqual(events.filter(({ node }) => node === 'make').map(({ type }) => type));
  expect(found('no rule to')).toContain('node_failed');
  expect(found('say "hi"')).toContain('node_started');
  expect(found('nowhere')).toEqual([]);
});

test('errors are what went wrong, and may be searched too', () => {
  expect(found('', true)).toEqual(['node_failed']);
  expect(found('make', true)).toEqual(['node_failed']);
  expect(found('started', true)).toEqual([]);
});
