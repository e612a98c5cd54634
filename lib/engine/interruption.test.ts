import { expect, test } from 'vitest';
import { type Reply, type Walk, walkRun } from '../testing/engine/walk.ts';
import type { RunEvent } from './events.ts';
import { consoleStopped, lastInterruption } from './interruption.ts';

const asConsole = (event: RunEvent): RunEvent =>
  event.type === 'node_interrupted' ? { ...event, data: { ...event.data, reason: consoleStopped } } : event;

function viewOf({ events, state }: Walk) {
  const gates = events.flatMap((event) => {
    if (event.type !== 'gate_opened') return [];
    const { id, node, visit, purpose } = event.data.gate;
    return [{ id, node, visit, purpose, status: state.gates[id] ? 'open' : 'answered' }];
  });
  return { state, events: events.map(asConsole), gates };
}

/** The first attempt of `work` is cut off; `later` is where the run stops again, still under way. */
const cutOff = (fields: string, reply: Reply | null = null) =>
  walkRun(
    `
  work: { type: cli, command: ["true"], ${fields} }
  later: { type: gate, message: Over? }`,
    {
      outcome: ({ node, attempt }) => (node === 'work' && attempt === 1 ? 'interrupted' : { ok: true, result: null }),
      answer: ({ purpose }) => (purpose === 'interrupted' ? reply : null),
    },
  );

test('what may have had its effect is asked about, and the gate is named', () => {
  const said = lastInterruption(viewOf(cutOff('idempotent: false')));
  expect(said).toMatchObject({ hasDied: false, last: { type: 'node_started', node: 'work' } });
  expect(said?.steps).toMatchObject([
    { node: 'work', visit: 1, attempt: 1, becomes: 'asked', gate: expect.stringMatching(/^g\d+$/) },
  ]);
});

test('what does no harm is done again by itself, and is over when it has ended', () => {
  const walk = cutOff('idempotent: true');
  expect(lastInterruption(viewOf(walk))?.steps).toMatchObject([{ node: 'work', becomes: 'settled', gate: null }]);
  const end = walk.events.findLastIndex(({ type, node }) => type === 'node_started' && node === 'work');
  const then = { ...viewOf(walk), events: walk.events.slice(0, end + 1).map(asConsole) };
  const state = {
    ...walk.state,
    active: walk.state.active.map((one) => ({ ...one, node: 'work', visit: 1, attempt: 2 })),
  };
  expect(lastInterruption({ ...then, state })?.steps).toMatchObject([{ becomes: 'again' }]);
});

test('where a person chose to retry, that is said', () => {
  const walk = cutOff('idempotent: false', { option: 'retry' });
  const state = {
    ...walk.state,
    active: walk.state.active.map((one) => ({ ...one, node: 'work', visit: 1, attempt: 2 })),
  };
  expect(lastInterruption({ ...viewOf(walk), state })?.steps).toMatchObject([{ becomes: 'again_by_person' }]);
});

test('nothing is said of a run that has ended, nor of an attempt that a person stopped', () => {
  const walk = cutOff('idempotent: true');
  expect(lastInterruption({ ...viewOf(walk), events: walk.events })).toBeNull();
  expect(lastInterruption({ ...viewOf(walk), state: { ...walk.state, status: 'completed' } })).toBeNull();
});
