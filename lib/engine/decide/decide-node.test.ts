import { describe, expect, test } from 'vitest';
import { eventsOf, finishedNodes, openGate, walkRun } from '../../testing/engine/walk.ts';

describe('the outcome of an end is the status of the run', () => {
  // ┌──────┐
  // │ done │
  // └──────┘
  test.each([
    ['success', 'completed', 0],
    ['failure', 'failed', 0],
    ['error', 'failed', 0],
    ['cancelled', 'cancelled', 0],
    ['indeterminate', 'completed', 1],
  ])('%s → %s, with %d warnings', (outcome, status, warnings) => {
    const { state } = walkRun(`  done: { type: end, outcome: ${outcome}, message: "That was \${run.id}" }`);
    expect(state).toMatchObject({ status, message: 'That was run-1', active: [], gates: {}, current_node: 'done' });
    expect(state.ended_at).not.toBeNull();
    expect(state.warnings).toHaveLength(warnings);
  });

  test('an end without words completes the run without a message', () => {
    expect(walkRun('  done: { type: end }').state).toMatchObject({ status: 'completed', message: null });
  });

  test('the summary is rendered and kept as the node’s output', () => {
    const { state } = walkRun('  done: { type: end, message: m, summary: { who: "${run.started_by}" } }');
    expect(state.outputs.done).toEqual({ outcome: 'success', message: 'm', summary: { who: 'owner' } });
  });

  test('an end whose words cannot be worked out asks a person instead of losing the run', () => {
    const walk = walkRun('  done: { type: end, message: "${computed.none}" }');
    expect(openGate(walk).purpose).toBe('failure');
  });
});

describe('an action changes the run’s data', () => {
  // ┌─────┐   ┌──────┐
  // │ set ├──►│ done │
  // └─────┘   └──────┘
  test('effects apply in order, later ones see earlier ones, flags are booleans', () => {
    const walk = walkRun(
      `
       set:
         type: action
         do:
           - { type: set_state, field: phase, value: review }
           - { type: set_state, field: people.first, value: "\${phase}" }
           - { type: compute, expression: "1 + 2", store_as: sum }
           - { type: compute, expression: "sum * 2", store_as: computed.double }
           - { type: set_flag, flag: big, value: "\${double > 5}" }
           - { type: set_flag, flag: seen }
           - { type: set_flag, flag: open, value: false }
       done: { type: end, message: "\${phase} \${computed.double} \${flags.big}" }`,
      { head: 'state: { phase: draft, people: { count: 1 }, flags: { open: true } }' },
    );
    expect(walk.state.custom).toEqual({ phase: 'review', people: { count: 1, first: 'review' } });
    expect(walk.state.computed).toEqual({ sum: 3, double: 6 });
    expect(walk.state.flags).toEqual({ big: true, seen: true, open: false });
    expect(walk.state.message).toBe('review 6 true');
    expect(eventsOf(walk, 'variable_set')).toHaveLength(1);
  });

  test('the first failure stops, what was done before it stays, and on_failure applies', () => {
    const walk = walkRun(`
       set:
         type: action
         on_failure: mend
         do:
           - { type: compute, expression: "1", store_as: one }
           - { type: compute, expression: "computed.none + 1", store_as: two }
           - { type: compute, expression: "3", store_as: three }
       mend: { type: end }`);
    expect(finishedNodes(walk)).toEqual(['set', 'mend']);
    expect(walk.state.computed).toEqual({ one: 1 });
  });
});

describe('a checkpoint is a named snapshot', () => {
  //  ┌─────────────────────┐
  //  ▼                     │ visits < 2
  // ┌──────┐   ┌─────┐   ┌─┴────┐
  // │ keep ├──►│ set ├──►│ back │
  // └──────┘   └─────┘   └──────┘
  test('a later visit replaces the snapshot of the same name; neither touches data or history', () => {
    const walk = walkRun(`
       keep: { type: checkpoint, label: "Round \${visit}" }
       set: { type: action, do: [{ type: compute, expression: "visit", store_as: round }] }
       back: { type: if, condition: "set.visits < 2", then: keep, else: complete }`);
    const created = eventsOf(walk, 'checkpoint_created');
    expect(created.map(({ data }) => data)).toEqual([
      { name: 'keep', label: 'Round 1' },
      { name: 'keep', label: 'Round 2' },
    ]);
    expect(walk.state.checkpoints).toEqual({
      keep: { seq: created[1]?.seq, label: 'Round 2', at: created[1]?.at },
    });
    expect(walk.state.computed).toEqual({ round: 2 });
    expect(walk.state.history.length).toBe(6);
  });
});
