import { describe, expect, test } from 'vitest';
import type { Outcome, Suspended } from '../../nodes/contract/outcome.ts';
import { finish, settle } from '../../testing/engine/steps.ts';
import { expectSameFold } from '../../testing/engine/stored-run.ts';
import {
  answer,
  broken,
  draftAnswer,
  goOn,
  graphOf,
  newWalk,
  ok,
  openGate,
  openGates,
  passTime,
  record,
  type Work,
  walkRun,
} from '../../testing/engine/walk.ts';
import { ada, forkWalk, restart, rollBack } from '../../testing/engine/walk-rewind.ts';

const asks: Suspended = { suspended: { reason: 'tool', tool: 'files.write', arguments: { path: 'a' } } };
const waits: Suspended = { suspended: { reason: 'callback', signal: 'callback:x' } };
/** Every attempt suspends once and then ends with how it went on. */
const asksOnce = ({ resumed, attempt }: Work): Outcome | Suspended => (resumed ? ok({ attempt, ...resumed }) : asks);
const work = '  work: { type: cli, command: [work] }\n  done: { type: end, message: "${work.allowed}" }';

describe('a person who was asked for a tool', () => {
  test('may answer while the run is paused; it goes on when it is resumed', () => {
    const walk = walkRun(work, { outcome: asksOnce });
    record(walk, [{ type: 'run_paused', data: ada }]);
    answer(walk, 'allow');
    expect(walk.state).toMatchObject({ status: 'paused', active: [{ phase: 'answered' }] });
    record(walk, [{ type: 'run_resumed', data: ada }]);
    goOn(walk);
    expect(walk.state.status).toBe('completed');
  });

  test('is asked anew in a fork from any event until then, the answer included: the fork has not the notes', () => {
    const walk = walkRun(work, { outcome: asksOnce, answer: () => ({ option: 'allow' }) });
    for (const { seq, type } of walk.events.slice(0, -1)) {
      const fork = forkWalk(walk, seq);
      expect(fork.state, type).toMatchObject({ status: 'completed', outputs: { work: { allowed: true } } });
    }
  });

  test('is asked again after a restart, by a visit of its own; the old question is closed', () => {
    const walk = walkRun(work, { outcome: asksOnce });
    const { id } = openGate(walk);
    restart(walk, 'work');
    expect(openGate(walk).id).not.toBe(id);
    expect(openGate(walk).visit).toBe(2);
    answer(walk, 'deny');
    expect(walk.state).toMatchObject({ status: 'completed', outputs: { work: { attempt: 1, allowed: false } } });
    expectSameFold(walk);
  });

  test('and again after a rollback to a checkpoint in front of it', () => {
    const walk = walkRun(`  keep: { type: checkpoint }\n${work}`, { outcome: asksOnce });
    rollBack(walk, 'keep');
    expect(openGate(walk)).toMatchObject({ purpose: 'tool', visit: 2 });
    expect(walk.state.status).toBe('waiting');
  });

  test('answers for one attempt alone: the next one begins with nothing', () => {
    const seen: unknown[] = [];
    const walk = walkRun(work.replace('[work]', '[work], retry: { attempts: 2 }'), {
      outcome: ({ attempt, resumed }) => {
        seen.push([attempt, resumed?.reason ?? null]);
        if (!resumed) return asks;
        return attempt === 1 ? broken() : ok({ allowed: true });
      },
      answer: () => ({ option: 'allow' }),
    });
    expect(walk.state.status).toBe('completed');
    expect(seen).toEqual([
      [1, null],
      [1, 'tool'],
      [2, null],
      [2, 'tool'],
    ]);
  });
});

describe('several attempts that wait in the middle', () => {
  const each = `
  each: { type: map, items: [1, 2, 3], body: work }
  done: { type: end }
  work: { type: cli, command: [work, "\${item}"], next: join }`;

  test('each have their own question, answered in any order', () => {
    const walk = walkRun(each, { outcome: asksOnce });
    expect(openGates(walk)).toHaveLength(3);
    expect(walk.state.status).toBe('waiting');
    for (const gate of openGates(walk).toReversed()) {
      record(walk, [draftAnswer(gate, { option: gate.visit === 2 ? 'deny' : 'allow' }, walk.now)]);
      goOn(walk);
    }
    expect(walk.state).toMatchObject({
      status: 'completed',
      outputs: { each: [{ allowed: true }, { allowed: false }, { allowed: true }] },
    });
    expectSameFold(walk);
  });

  test('leave their node waiting while one of them still does', () => {
    const walk = walkRun(each, { outcome: asksOnce });
    const [first] = openGates(walk);
    record(walk, [draftAnswer(first as never, { option: 'allow' }, walk.now)]);
    goOn(walk);
    expect(walk.state).toMatchObject({ status: 'waiting', nodes: { work: { status: 'waiting' } } });
  });

  test('are cut off with their branch, and their question is closed', () => {
    const nodes = `
  race: { type: parallel, join: any, branches: { a: work, b: quick } }
  last: { type: cli, command: [last] }
  work: { type: cli, command: [work], next: join }
  quick: { type: cli, command: [quick], next: join }`;
    const walk = newWalk(graphOf(nodes));
    settle(walk);
    finish(walk, 'work', asks);
    expect(walk.state.status).toBe('running');
    expect(finish(walk, 'quick')).toEqual(['last']);
    expect(openGates(walk)).toEqual([]);
    expect(walk.state.nodes.work?.status).toBe('cancelled');
  });
});

// both ═╦═ bad ═╗ → done
//       ╚═ ask ═╝
test('a run whose failed branch only waits for people on another is waiting', () => {
  const nodes = `
  both: { type: parallel, branches: { a: bad, b: work } }
  done: { type: end }
  bad: { type: cli, command: [bad], on_failure: skip, next: join }
  work: { type: cli, command: [work], next: join }`;
  const walk = walkRun(nodes, { outcome: (one) => (one.node === 'bad' ? broken() : asksOnce(one)) });
  expect(walk.state.status).toBe('waiting');
  answer(walk, 'allow');
  expect(walk.state).toMatchObject({ status: 'completed', nodes: { bad: { status: 'skipped' } } });
});

test('a report that comes while the run is paused is heard when it is resumed, also after its time', () => {
  const walk = newWalk(graphOf(work.replace('[work]', '[work], timeout: 1h, retry: { attempts: 2 }')));
  settle(walk);
  finish(walk, 'work', waits);
  record(walk, [{ type: 'run_paused', data: ada }]);
  record(walk, [{ type: 'signal_received', data: { name: 'callback:x', payload: 1, by: 'x' } }]);
  passTime(walk, 7_200_000);
  record(walk, [{ type: 'run_resumed', data: ada }]);
  expect(settle(walk)).toEqual(['work']);
  expect(walk.state.active).toMatchObject([{ attempt: 1, resumed: { reason: 'callback' } }]);
});

test('a signal that a wait could not use is taken all the same: the next try waits for a new one', () => {
  const walk = walkRun('  go: { type: wait, signal: go, checks: ["result.ok"], retry: { attempts: 2 } }');
  const send = (ok: boolean) => {
    record(walk, [{ type: 'signal_received', data: { name: 'go', payload: { ok }, by: 'x' } }]);
    goOn(walk);
  };
  send(false);
  expect(walk.state).toMatchObject({ status: 'waiting', signals: {}, active: [{ attempt: 2 }] });
  send(true);
  expect(walk.state.status).toBe('completed');
});
