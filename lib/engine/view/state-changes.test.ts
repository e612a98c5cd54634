import { expect, test } from 'vitest';
import { ok, walkRun } from '../../testing/engine/walk.ts';
import { stateAfter } from '../../testing/engine/walk-rewind.ts';
import { stateChanges } from './state-changes.ts';

const walk = walkRun(
  `  make: { type: cli, command: [make], save: { list: "\${result.made}" } }
  note: { type: action, do: [{ type: set_flag, flag: noted, value: true }, { type: set_state, field: phase, value: two }] }`,
  { outcome: () => ok({ made: [1, 2] }), head: 'state: { phase: one, flags: { noted: false } }\n' },
);
const changesAt = (seq: number) => stateChanges(seq === 1 ? null : stateAfter(walk, seq - 1), stateAfter(walk, seq));
const told = (seq: number) => changesAt(seq).map(({ path, before, after }) => [path, before, after]);
const seqOf = (type: string, node?: string) =>
  walk.events.find((event) => event.type === type && event.node === node)?.seq ?? 0;

test('a change is told by the name that expressions use, with what was there before', () => {
  expect(told(seqOf('variable_set', 'make'))).toContainEqual(['computed.list', undefined, [1, 2]]);
  const done = told(seqOf('node_completed', 'make'));
  expect(done).toContainEqual(['outputs of make.made', undefined, [1, 2]]);
  expect(done).toContainEqual(['status of make', 'running', 'completed']);
  const noted = told(seqOf('variable_set', 'note'));
  expect(noted).toContainEqual(['flags.noted', false, true]);
  expect(noted).toContainEqual(['phase', 'one', 'two']);
});

test('an event that changes no data changes nothing here, and the first one begins with everything', () => {
  const started = seqOf('run_started');
  expect(told(started)).toEqual([]);
  expect(told(1)).toContainEqual(['phase', undefined, 'one']);
});
