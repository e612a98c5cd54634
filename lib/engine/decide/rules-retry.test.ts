import { describe, expect, test } from 'vitest';
import { answer, broken, ok, openGate, storyOf, walkRun } from '../../testing/engine/walk.ts';

describe('a person’s Retry begins the node anew', () => {
  // work ✗✓ ─ approval after: no ─► retry ─► work ✗✓
  test('rejected work has all its attempts again', () => {
    const walk = walkRun(
      '       work: { type: cli, command: [work], retry: { attempts: 2 }, gate: { kind: approval } }',
      {
        outcome: ({ attempt }) => (attempt % 2 === 1 ? broken() : ok()),
      },
    );
    answer(walk, 'no');
    answer(walk, 'retry');
    answer(walk, 'yes');
    expect(walk.state).toMatchObject({ status: 'completed', nodes: { work: { attempts: 4 } } });
  });

  // approval before: no ─► escalate ─► retry ─► approval before
  test('what an answer before the work led past is asked again, and not simply done', () => {
    const walk = walkRun(
      '       work: { type: cli, command: [work], gate: { when: before, kind: approval, on: { no: escalate } } }',
    );
    answer(walk, 'no');
    expect(openGate(walk)).toMatchObject({ purpose: 'failure', assignees: ['administrators'] });
    answer(walk, 'retry');
    expect(openGate(walk)).toMatchObject({ purpose: 'node', slot: 'before:0' });
    answer(walk, 'yes');
    expect(storyOf(walk).filter((line) => line === 'work started')).toHaveLength(1);
    expect(walk.state.status).toBe('completed');
  });
});
