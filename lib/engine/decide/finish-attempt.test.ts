import { describe, expect, test } from 'vitest';
import { answer, broken, eventsOf, firstSecond, ok, openGate, storyOf, walkRun } from '../../testing/engine/walk.ts';

const secondsAfterStart = (time: string) => (Date.parse(time) - Date.parse(firstSecond)) / 1000;

describe('retry.attempts is the number of tries in all', () => {
  // ┌──────┐
  // │ work │ ⟲ three tries
  // └──────┘
  test('a node that always fails is tried exactly so often, and every attempt is numbered in the events', () => {
    const walk = walkRun('  work: { type: cli, command: [work], retry: { attempts: 3 }, on_failure: fail }', {
      outcome: () => broken(),
    });
    expect(eventsOf(walk, 'node_started').map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(eventsOf(walk, 'retry').map(({ attempt, data }) => [attempt, data.next_attempt])).toEqual([
      [1, 2],
      [2, 3],
    ]);
    expect(eventsOf(walk, 'node_failed').map(({ attempt }) => attempt)).toEqual([3]);
    expect(walk.state.nodes.work).toMatchObject({ visits: 1, attempts: 3, status: 'failed' });
  });

  // ┌──────┐   ┌──────┐
  // │ work ├──►│ done │
  // └──────┘   └──────┘
  test('the first success ends the trying', () => {
    const walk = walkRun('  work: { type: cli, command: [work], retry: { attempts: 5 } }\n  done: { type: end }', {
      outcome: ({ attempt }) => (attempt === 2 ? ok('second') : broken()),
    });
    expect(storyOf(walk).slice(0, 4)).toEqual(['work started', 'work retried', 'work started', 'work completed']);
    expect(walk.state.outputs.work).toBe('second');
  });

  test('without retry there is one try, and defaults give theirs to every node', () => {
    const once = walkRun('  work: { type: cli, command: [work], on_failure: fail }', { outcome: () => broken() });
    expect(eventsOf(once, 'node_started')).toHaveLength(1);
    const twice = walkRun('  work: { type: cli, command: [work], on_failure: fail }', {
      head: 'defaults: { retry: { attempts: 2 } }',
      outcome: () => broken(),
    });
    expect(eventsOf(twice, 'node_started')).toHaveLength(2);
  });

  test('the pause before a try doubles each time and never passes max_backoff', () => {
    const walk = walkRun(
      '  work: { type: cli, command: [work], retry: { attempts: 5, backoff: 10s, max_backoff: 25s }, on_failure: fail }',
      { outcome: () => broken() },
    );
    expect(eventsOf(walk, 'node_started').map(({ at }) => secondsAfterStart(at))).toEqual([0, 10, 30, 55, 80]);
  });

  test('a person who chooses Retry gives the node all its attempts again, numbered on', () => {
    const walk = walkRun('  work: { type: cli, command: [work], retry: { attempts: 2 } }', { outcome: () => broken() });
    answer(walk, 'retry');
    expect(openGate(walk).purpose).toBe('failure');
    expect(eventsOf(walk, 'node_started').map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
  });

  test('an attempt sees its number and how many failed before it', () => {
    const seen: unknown[] = [];
    walkRun('  work: { type: cli, command: ["${attempt}", "${retry_count}", "${visit}"], retry: { attempts: 2 } }', {
      outcome: ({ fields, attempt }) => {
        seen.push(fields.command);
        return attempt === 1 ? broken() : ok();
      },
    });
    expect(seen).toEqual([
      [1, 0, 1],
      [2, 1, 1],
    ]);
  });
});

describe('what a node saves becomes the run’s data after the work succeeded', () => {
  test('names go to computed, to flags as booleans, and to the custom fields of state', () => {
    const walk = walkRun(
      `
       work:
         type: cli
         command: [work]
         save: { words: "\${result.stdout}", computed.count: "\${result.n}", flags.seen: "\${result.n}", phase: done }`,
      { head: 'state: { phase: draft }', outcome: () => ok({ stdout: 'hello', n: 2 }) },
    );
    expect(walk.state.computed).toEqual({ words: 'hello', count: 2 });
    expect(walk.state.flags).toEqual({ seen: true });
    expect(walk.state.custom).toEqual({ phase: 'done' });
  });

  test('a failed attempt saves nothing', () => {
    const walk = walkRun('  work: { type: cli, command: [work], save: { done: yes }, on_failure: skip }', {
      outcome: () => broken(),
    });
    expect(walk.state.computed).toEqual({});
  });

  test('a value that cannot be worked out fails the visit at once, whatever attempts are left', () => {
    const walk = walkRun(
      '  work: { type: cli, command: [work], retry: { attempts: 3 }, save: { x: "${result.none}" } }',
      {
        outcome: () => ok({ stdout: '' }),
      },
    );
    expect(eventsOf(walk, 'node_started')).toHaveLength(1);
    expect(openGate(walk)).toMatchObject({ purpose: 'failure' });
    expect(openGate(walk).show[0]?.text).toContain('result.none');
  });
});
