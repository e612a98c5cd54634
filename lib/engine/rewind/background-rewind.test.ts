import { describe, expect, test } from 'vitest';
import type { Outcome, Suspended } from '../../nodes/contract/outcome.ts';
import { asksForTool, begin, cli, head, research } from '../../testing/engine/background-runs.ts';
import { finish, settle } from '../../testing/engine/steps.ts';
import { expectSameFold } from '../../testing/engine/stored-run.ts';
import { broken, ok, openGate, openGates, record, walkRun } from '../../testing/engine/walk.ts';
import { forkWalk, restartDraft, rollBack } from '../../testing/engine/walk-rewind.ts';
import { planRewind } from './plan-rewind.ts';

describe('a person takes back a run with work in the background', () => {
  const lines = [research(', artifacts: []'), cli('write'), cli('use', '"${research.result}"')];

  test('a restart behind it leaves it at work, and the plan says so', () => {
    const walk = begin(lines);
    settle(walk);
    finish(walk, 'write');
    const draft = restartDraft(walk, 'write');
    const now = walk.state;
    record(walk, [draft]);
    const plan = planRewind({
      graph: walk.graph,
      now,
      then: walk.state,
      since: 0,
      answersUntil: now.seq,
      events: walk.events,
    });
    expect(plan.position).toEqual([
      { node: 'write', how: 'enters' },
      { node: 'research', how: 'goes on with' },
    ]);
    expect(plan.runs_again).toEqual(['write']);
    expect(settle(walk)).toEqual(['write', 'research']);
    finish(walk, 'write');
    expect(finish(walk, 'research')).toEqual(['use']);
    expectSameFold(walk);
  });

  test('what it asks stays asked', () => {
    const walk = begin(lines);
    settle(walk);
    finish(walk, 'research', asksForTool);
    const { id } = openGate(walk);
    record(walk, [restartDraft(walk, 'write')]);
    expect(openGate(walk).id).toBe(id);
    expect(settle(walk)).toEqual(['write']);
    expectSameFold(walk);
  });

  test('a restart from before it begins it anew, and only once', () => {
    const walk = begin(lines);
    settle(walk);
    finish(walk, 'research', broken());
    record(walk, [restartDraft(walk, 'research')]);
    expect(openGates(walk)).toEqual([]);
    expect(settle(walk)).toEqual(['write', 'research']);
    expect(walk.state.active.map(({ node, visit }) => [node, visit])).toEqual([
      ['write', 2],
      ['research', 2],
    ]);
  });

  test('a rollback enters again what was at work then, and only that', () => {
    const walk = begin([research(), 'keep: { type: checkpoint }', ...lines.slice(1)]);
    settle(walk);
    finish(walk, 'research');
    expect(settle(walk)).toEqual(['write']);
    walk.options.outcome = ({ node }) => ok(node);
    rollBack(walk, 'keep');
    expect(walk.state).toMatchObject({ status: 'completed', nodes: { research: { visits: 2 }, use: { visits: 1 } } });
    expectSameFold(walk);
  });

  test('a rollback to a moment when a way had just handed it over does not hand it over twice', () => {
    const walk = begin([
      'both: { type: parallel, branches: { a: research, b: keep } }',
      'done: { type: end }',
      research(', next: use'),
      cli('use', '"${research.result}"', ', next: join'),
      'keep: { type: checkpoint, next: join }',
    ]);
    settle(walk);
    expect(finish(walk, 'research')).toEqual(['use']);
    walk.options.outcome = ({ node }) => ok(node);
    rollBack(walk, 'keep');
    expect(walk.state).toMatchObject({ status: 'completed', nodes: { research: { visits: 2 } } });
  });

  test('a fork at any of its events comes to the same end', () => {
    const walk = walkRun(`  ${lines.join('\n  ')}`, {
      head,
      outcome: ({ node, resumed }): Outcome | Suspended => (node === 'research' && !resumed ? asksForTool : ok(node)),
      answer: ({ purpose }) => ({ option: purpose === 'tool' ? 'allow' : 'retry' }),
    });
    expect(walk.state.status).toBe('completed');
    for (const { seq } of walk.events.slice(0, -1)) {
      expect(forkWalk(walk, seq).state).toMatchObject({ status: 'completed', outputs: { use: 'use' } });
    }
  });
});
