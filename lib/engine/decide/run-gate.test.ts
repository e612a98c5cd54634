import { describe, expect, test } from 'vitest';
import {
  answer,
  draftAnswer,
  eventsOf,
  goOn,
  hour,
  later,
  ok,
  openGate,
  passTime,
  record,
  storyOf,
  walkRun,
} from '../../testing/engine/walk.ts';
import type { Gate, RunEvent } from '../events.ts';
import { applyEvent } from '../fold/apply-event.ts';
import { draftOpenGates } from '../rewind/fork-state.ts';
import { draftRestart } from '../rewind/rewind.ts';
import { type RunState, stateVersion } from '../state.ts';
import { emptyTimeline, foldTimeline } from '../view/timeline.ts';
import { nextEffects } from './interpreter.ts';
import { budgetEnd } from './run-gate.ts';

const head = 'budget: { time: 1h }';

/** `first` takes some time; the clock moves while it is at work. */
const taking = (ms: number) => ({
  head,
  during: (walk: { now: string }, work: { node: string }) => {
    if (work.node === 'first') walk.now = new Date(Date.parse(walk.now) + ms).toISOString();
  },
  outcome: () => ok(),
});

// first → second
const two = `
  first: { type: cli, command: [work] }
  second: { type: cli, command: [work] }
`;

describe('a run that works longer than its time', () => {
  test('is asked about once the time is over, and not a moment early', () => {
    expect(walkRun(two, taking(hour - 1)).state.status).toBe('completed');
    const walk = walkRun(two, taking(hour));
    expect(walk.state).toMatchObject({ status: 'waiting', held: { gate: openGate(walk).id, answer: null } });
    expect(openGate(walk)).toMatchObject({ purpose: 'budget', slot: 'run', kind: 'question', node: 'first' });
    expect(openGate(walk).options.map(({ id, leads_to }) => [id, leads_to])).toEqual([
      ['continue', 'the run goes on with another 1h'],
      ['abort', 'the run is cancelled'],
    ]);
    expect(storyOf(walk).slice(0, 2)).toEqual(['first started', 'first completed']);
    expect(walk.state.nodes.second).toBeUndefined();
  });

  test('goes on after "continue", with the same time again from the answer on', () => {
    const walk = walkRun(two, taking(hour));
    passTime(walk, 5 * hour);
    expect(walk.state.status).toBe('waiting');
    record(walk, [draftAnswer(openGate(walk), { option: 'continue' }, walk.now)]);
    expect(walk.state).toMatchObject({ held: null, granted_at: later(6 * hour) });
    expect(budgetEnd(walk.graph, walk.state)).toBe(later(7 * hour));
    goOn(walk);
    expect(walk.state.status).toBe('completed');
  });

  test('is cancelled by "abort", by the person who said so', () => {
    const walk = walkRun(two, taking(hour));
    answer(walk, 'abort');
    expect(walk.state).toMatchObject({ status: 'cancelled', held: null, gates: {} });
    expect(eventsOf(walk, 'run_cancelled')[0]?.data).toMatchObject({ by: 'ada', via: 'test' });
  });

  test('is asked again when the granted time is over too', () => {
    const walk = walkRun(
      `
  first: { type: wait, for: 150m }
  second: { type: end }
`,
      { head },
    );
    answer(walk, 'continue');
    expect(walk.now).toBe(later(2 * hour));
    answer(walk, 'continue');
    expect(walk.state.status).toBe('completed');
    expect(walk.now).toBe(later(2.5 * hour));
    expect(eventsOf(walk, 'gate_opened').map(({ at }) => at)).toEqual([later(hour), later(2 * hour)]);
  });

  test('leaves an attempt at work: it finishes, and only then is everything at rest', () => {
    let seen: RunState | undefined;
    const walk = walkRun(two, {
      head,
      during: (inner, { node }) => {
        if (node !== 'first' || seen) return;
        inner.now = later(hour);
        const effects = nextEffects(inner.graph, inner.state, inner.now);
        record(
          inner,
          effects.flatMap((effect) => (effect.kind === 'record' ? effect.drafts : [])),
        );
        seen = inner.state;
        expect(nextEffects(inner.graph, inner.state, inner.now)).toEqual([
          expect.objectContaining({ kind: 'execute', node: 'first' }),
        ]);
      },
    });
    expect(seen).toMatchObject({ status: 'running', nodes: { first: { status: 'running' } } });
    expect(walk.state).toMatchObject({ status: 'waiting', nodes: { first: { status: 'completed' } } });
  });

  test('lets a question be answered meanwhile, and goes on from the answer when it may', () => {
    const walk = walkRun('  ask: { type: gate, message: Well? }\n  done: { type: end }\n', { head });
    const question = openGate(walk);
    passTime(walk, hour);
    const held = Object.values(walk.state.gates).find(({ slot }) => slot === 'run');
    expect(Object.keys(walk.state.gates)).toHaveLength(2);
    record(walk, [draftAnswer(question, { option: 'yes' }, walk.now)]);
    goOn(walk);
    expect(walk.state.status).toBe('waiting');
    record(walk, [draftAnswer(held as Gate, { option: 'continue' }, walk.now)]);
    goOn(walk);
    expect(walk.state.status).toBe('completed');
  });
});

// ask → choose → work
test('a step that only decides is finished before the run is held', () => {
  const nodes =
    '  ask: { type: gate }\n  choose: { type: if, condition: "true", then: work }\n  work: { type: cli, command: [work] }\n';
  const walk = walkRun(nodes, { head });
  const next = () =>
    nextEffects(walk.graph, walk.state, walk.now).flatMap((one) => ('drafts' in one ? one.drafts : []));
  record(walk, [draftAnswer(openGate(walk), { option: 'yes' }, walk.now)]);
  while (walk.state.active[0]?.node !== 'choose') record(walk, next());
  expect(walk.state.active[0]?.phase).toBe('running');
  walk.now = later(hour);
  record(walk, next());
  expect(walk.state).toMatchObject({ held: null, nodes: { choose: { status: 'completed' } } });
  record(walk, next());
  expect(walk.state).toMatchObject({ status: 'waiting', held: {} });
});

test('a run that has nothing left but to end is not asked', () => {
  const last = '  first: { type: cli, command: [work] }\n  choose: { type: if, condition: "true", then: done }\n';
  expect(walkRun(`${last}  done: { type: end }\n`, taking(hour)).state.status).toBe('completed');
  expect(walkRun(`${last}  done: { type: gate }\n`, taking(hour)).state.held).not.toBeNull();
});

test('a run without a budget of time is never asked for more', () => {
  const walk = walkRun(two, { ...taking(1000 * hour), head: '' });
  expect(walk.state.status).toBe('completed');
  expect(budgetEnd(walk.graph, walk.state)).toBeNull();
});

test('the gate of a run is no part of a visit: the bars of its nodes and its place stay as they were', () => {
  const walk = walkRun(two, taking(hour));
  answer(walk, 'continue');
  const opened = eventsOf(walk, 'gate_opened')[0];
  expect(opened?.node).toBeUndefined();
  const { tracks } = foldTimeline(emptyTimeline, walk.events);
  expect(Object.keys(tracks)).toEqual(['first', 'second']);
  expect(walk.state.user_responses).toEqual({});
});

test('the time that a run was over does not count when a person takes it up again', () => {
  const walk = walkRun(two, { ...taking(hour / 2), outcome: ({ node }) => ok(node) });
  expect(walk.state.status).toBe('completed');
  walk.now = later(100 * hour);
  record(walk, [draftRestart(walk.graph, walk.state, 'second', null, { by: 'ada', via: 'test' })]);
  expect(budgetEnd(walk.graph, walk.state)).toBe(later(100.5 * hour));
});

test('a fork has the whole time for itself, and is not held', () => {
  const walk = walkRun(two, taking(hour));
  const { state } = walk;
  const created = walk.events[0] as Extract<RunEvent, { type: 'run_created' }>;
  const data = {
    ...created.data,
    run: 'run-2',
    forked: { run: state.run, seq: state.seq, version: stateVersion, state },
  };
  const fork = applyEvent(null, { ...created, at: later(9 * hour), data });
  expect(fork).toMatchObject({ held: null, granted_at: null, gates: {}, status: 'queued' });
  expect(draftOpenGates(state, later(9 * hour))).toEqual([]);
});

test('the timeout of a gate is the time people have; then the administrators are asked', () => {
  const walk = walkRun('  ask: { type: gate, message: Well?, timeout: 2h }\n', {});
  expect(openGate(walk)).toMatchObject({ expires_at: later(2 * hour), expires_then: null });
  passTime(walk, 2 * hour);
  expect(openGate(walk)).toMatchObject({ purpose: 'failure', assignees: ['administrators'] });
});
