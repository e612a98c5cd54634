import { describe, expect, test } from 'vitest';
import { expectSameFold } from '../../testing/engine/stored-run.ts';
import {
  answer,
  broken,
  draftAnswer,
  eventsOf,
  finishedNodes,
  ok,
  openGate,
  openGates,
  record,
  storyOf,
  type Walk,
  walkRun,
} from '../../testing/engine/walk.ts';
import { ada, forkWalk, restart, rollBack } from '../../testing/engine/walk-rewind.ts';
import type { Draft } from '../events.ts';

const startsOf = (walk: Walk) => eventsOf(walk, 'node_started').map(({ node, visit }) => `${node} ${visit}`);

// count → save → more → ask → done
const saved = `
  count: { type: action, do: [{ type: set_state, field: computed.n, value: 1 }] }
  save: { type: checkpoint }
  more: { type: action, do: [{ type: set_state, field: computed.n, value: 2 }] }
  ask: { type: gate, kind: approval }
  done: { type: end }`;

describe('a person’s rollback', () => {
  test('restores the data and the place right after the checkpoint', () => {
    const walk = walkRun(saved);
    expect(walk.state.computed.n).toBe(2);
    const [first] = openGates(walk);
    rollBack(walk, 'save');
    expect(startsOf(walk).slice(-2)).toEqual(['more 2', 'ask 2']);
    expect(openGate(walk).id).not.toBe(first?.id);
    expect(walk.state.gates[first?.id ?? '']).toBeUndefined();
    expect(walk.state.status).toBe('waiting');
  });

  test('touches neither history nor visits nor attempts nor the other checkpoints', () => {
    const walk = walkRun(saved);
    const { history, checkpoints } = walk.state;
    rollBack(walk, 'save');
    expect(walk.state.history.length).toBe(history.length + 1);
    expect(walk.state.nodes.more).toMatchObject({ visits: 2, attempts: 2 });
    expect(walk.state.nodes.count).toMatchObject({ visits: 1, attempts: 1 });
    expect(walk.state.checkpoints).toEqual(checkpoints);
  });

  test('forgets the answers and the outputs that came after the checkpoint', () => {
    const walk = walkRun(saved);
    answer(walk, 'yes');
    expect(walk.state).toMatchObject({ status: 'completed', user_responses: { ask: { id: 'yes' } } });
    rollBack(walk, 'save');
    expect(walk.state).toMatchObject({ status: 'waiting', user_responses: {}, ended_at: null, message: null });
    expect(walk.state.outputs).toHaveProperty('save');
    expect(walk.state.outputs).not.toHaveProperty('ask');
    expectSameFold(walk);
  });

  // fan ─┬─ a: keep → ask_a ─┐
  //      └─ b: ask_b ────────┴→ done
  test('inside a branch goes on after the checkpoint there and enters what was under way elsewhere again', () => {
    const walk = walkRun(`
  fan: { type: parallel, branches: { b: ask_b, a: keep }, next: done }
  ask_b: { type: gate, kind: approval, next: join }
  keep: { type: checkpoint }
  ask_a: { type: gate, kind: approval, next: join }
  done: { type: end }`);
    for (const gate of openGates(walk)) record(walk, [draftAnswer(gate, { option: 'yes' }, walk.now)]);
    rollBack(walk, 'keep');
    expect(
      openGates(walk)
        .map(({ node, visit }) => `${node} ${visit}`)
        .sort(),
    ).toEqual(['ask_a 2', 'ask_b 2']);
    expect(walk.state.active.map(({ phase }) => phase)).toContain('split');
    walk.options.answer = () => ({ option: 'yes' });
    rollBack(walk, 'keep');
    expect(walk.state.status).toBe('completed');
    expect(finishedNodes(walk).slice(-2)).toEqual(['fan', 'done']);
  });
});

describe('restart from a node', () => {
  test('keeps the data and enters the node as a new visit', () => {
    const walk = walkRun(saved);
    answer(walk, 'yes');
    restart(walk, 'more');
    expect(walk.state).toMatchObject({ status: 'waiting', user_responses: { ask: { id: 'yes' } } });
    expect(startsOf(walk).slice(-2)).toEqual(['more 2', 'ask 2']);
    expectSameFold(walk);
  });

  test.each([
    ['completed', ok(), 'complete'],
    ['failed', broken(), 'fail'],
  ] as const)('works on a run that is %s', (status, outcome, target) => {
    const walk = walkRun(`  work: { type: cli, command: [make], on_failure: ${target} }`, { outcome: () => outcome });
    expect(walk.state.status).toBe(status);
    walk.options.outcome = () => ok('again');
    restart(walk, 'work');
    expect(walk.state).toMatchObject({ status: 'completed', outputs: { work: 'again' } });
    expect(walk.state.nodes.work?.visits).toBe(2);
  });

  test('works on a cancelled and on a paused run, which goes on', () => {
    const stops: Draft[] = [
      { type: 'run_cancelled', data: { ...ada, message: null } },
      { type: 'run_paused', data: ada },
    ];
    for (const stop of stops) {
      const walk = walkRun(saved);
      record(walk, [stop]);
      restart(walk, 'ask');
      expect(walk.state).toMatchObject({ status: 'waiting', paused: false });
      expect(openGate(walk).visit).toBe(2);
    }
  });

  // rounds ⇄ work → again;  after max: done
  test('inside a loop goes on in the round it was last in', () => {
    const seen: unknown[] = [];
    const walk = walkRun(
      `
  rounds: { type: loop, body: work, done: done, max: 3 }
  work: { type: cli, command: [echo, "\${loop.index}"], on_failure: fail }
  again: { type: end_loop, loop: rounds }
  done: { type: end }`,
      {
        outcome: ({ visit, fields }) => {
          seen.push((fields.command as unknown[])[1]);
          return visit === 2 ? broken() : ok();
        },
      },
    );
    expect(walk.state.status).toBe('failed');
    restart(walk, 'work');
    expect(walk.state.status).toBe('completed');
    expect(seen).toEqual([0, 1, 1, 2]);
  });

  test('of the loop itself begins with its first round', () => {
    const walk = walkRun(`
  rounds: { type: loop, body: work, done: done, max: 2 }
  work: { type: cli, command: [true] }
  again: { type: end_loop, loop: rounds }
  done: { type: end }`);
    restart(walk, 'rounds');
    expect(walk.state.nodes.work?.visits).toBe(4);
    expect(walk.state.status).toBe('completed');
  });

  // each: [1, 2] → one → join;  then done
  test('inside a branch starts with the fork, whose branches belong together', () => {
    const walk = walkRun(`
  each: { type: map, items: "\${[1, 2]}", as: n, body: one, next: done }
  one: { type: cli, command: [echo, "\${n}"], next: join }
  done: { type: end }`);
    expect(walk.state.status).toBe('completed');
    restart(walk, 'one');
    expect(startsOf(walk).slice(-4)).toEqual(['each 2', 'one 3', 'one 4', 'done 2']);
  });

  test('nothing else may follow the end of a run, also not the rollback of a node', () => {
    const walk = walkRun('  done: { type: end }');
    const data = { checkpoint: 'x', computed: {}, flags: {}, custom: {}, user_responses: {} };
    expect(() => record(walk, [{ type: 'rolled_back', data }])).toThrow('after the end of the run');
  });
});

describe('a fork', () => {
  test('asks an open question again, with its own number and as much time as it had', () => {
    const walk = walkRun(`
  ask: { type: gate, kind: approval, expires: { after: 1h, then: no } }
  done: { type: end }`);
    walk.now = new Date(Date.parse(walk.now) + 86_400_000).toISOString();
    const fork = forkWalk(walk, walk.state.seq);
    const gate = openGate(fork);
    expect(fork.state).toMatchObject({ run: 'run-2', started_by: 'ada', status: 'waiting' });
    expect(Date.parse(gate.expires_at ?? '') - Date.parse(walk.now)).toBe(3_600_000);
    answer(fork, 'yes');
    expect(fork.state.status).toBe('completed');
    expect(openGate(walk).node).toBe('ask');
  });

  test('starts what was running as a new attempt and asks no gate before it twice', () => {
    const walk = walkRun('  work: { type: cli, command: [make], gate: { when: before, kind: approval } }', {
      answer: () => ({ option: 'yes' }),
    });
    const started = eventsOf(walk, 'node_started')[0]?.seq ?? 0;
    const fork = forkWalk(walk, started);
    expect(storyOf(fork)).toEqual(['work started', 'work completed']);
    expect(eventsOf(fork, 'node_started')[0]).toMatchObject({ visit: 1, attempt: 2 });
  });

  test('from the middle of a loop goes on in that round', () => {
    const walk = walkRun(`
  rounds: { type: loop, body: work, done: done, max: 3 }
  work: { type: cli, command: [true] }
  again: { type: end_loop, loop: rounds }
  done: { type: end }`);
    const second = eventsOf(walk, 'node_completed').filter(({ node }) => node === 'work')[1];
    const fork = forkWalk(walk, second?.seq ?? 0);
    expect(fork.state.status).toBe('completed');
    expect(startsOf(fork)).toEqual(['again 2', 'rounds 3', 'work 3', 'again 3', 'rounds 4', 'done 1']);
    expectSameFold(fork);
  });
});
