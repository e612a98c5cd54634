import { describe, expect, test } from 'vitest';
import { oneAction } from '../../testing/engine/one-action.ts';
import { openGate, record, walkRun } from '../../testing/engine/walk.ts';
import { checkpointNeeded, decideNode } from './decide-node.ts';

const head = `
state:
  phase: draft
  count: 2
  flags: { ready: false }
  computed: { list: [1] }
`;

const { act, told } = oneAction(head);

function graphData({ graph }: ReturnType<typeof walkRun>) {
  return { ...graph.state, user_responses: {} };
}

describe('checkpoints', () => {
  test('a copy is made between the changes before it and those after it', () => {
    const walk = act(
      '{ type: set_flag, flag: ready }, { type: create_checkpoint, name: "before_${phase}" }, { type: set_state, field: phase, value: done }',
    );
    expect(walk.events.filter(({ node }) => node === 'act').map(({ type }) => type)).toEqual([
      'node_started',
      'variable_set',
      'checkpoint_created',
      'variable_set',
      'node_completed',
    ]);
    expect(walk.state.checkpoints).toMatchObject({ before_draft: { label: 'before_draft' } });
  });

  test('a rollback to a checkpoint that nobody made fails', () => {
    const walk = act('{ type: rollback_checkpoint, name: none }');
    expect(openGate(walk).show[0]?.text).toContain('there is no checkpoint "none" to go back to');
  });

  test('a rollback is the last effect of its node, and not of a checkpoint of the same node', () => {
    expect(told('{ type: rollback_checkpoint, name: a }, { type: set_flag, flag: ready }')).toEqual([
      'node "act": "do[0]" must be the last effect of its node',
    ]);
    expect(told('{ type: create_checkpoint, name: a }, { type: rollback_checkpoint, name: a }')).toEqual([
      'node "act": "do[1]" goes back to a checkpoint that this node itself makes; make it in an earlier node',
    ]);
  });

  //  ┌──────┐   ┌────────┐   ┌──────┐   ┌──────┐
  //  │ keep ├──►│ change ├──►│ back ├──►│ done │
  //  └──────┘   └────────┘   └──────┘   └──────┘
  test('a rollback restores the data, then the node’s own routing applies; history and visits stay', () => {
    const walk = walkRun(
      `
  keep: { type: action, do: [{ type: create_checkpoint, name: before }] }
  change: { type: action, do: [{ type: set_state, field: phase, value: done }, { type: set_flag, flag: ready }], gate: { when: after, message: Look } }
  back: { type: action, do: [{ type: set_state, field: computed.lost, value: 1 }, { type: rollback_checkpoint, name: before }], save: { seen: "\${phase}" }, next: done }
  skipped: { type: end, outcome: failure }
  done: { type: end }`,
      { head },
    );
    const { computed, flags, custom, user_responses } = graphData(walk);
    const moment = { graph: walk.graph, state: walk.state, at: walk.now };
    const position = { ...(walk.state.active[0] as NonNullable<(typeof walk.state.active)[0]>), node: 'back' };
    const standing = { ...position, phase: 'running' as const, attempt: 1, visit: 1 };
    expect(checkpointNeeded(moment, standing)).toBe('before');

    const drafts = decideNode(moment, standing, { computed, flags, custom, user_responses });
    expect(drafts.map(({ type }) => type)).toEqual(['variable_set', 'rolled_back', 'variable_set', 'node_completed']);
    const history = walk.state.history.length;
    record(walk, drafts.slice(0, 3));
    expect(walk.state.custom).toEqual({ phase: 'draft', count: 2 });
    expect(walk.state.flags).toEqual({ ready: false });
    expect(walk.state.computed).toEqual({ ...computed, seen: 'draft' });
    expect(walk.state.history).toHaveLength(history);
    expect(walk.state.nodes.change?.visits).toBe(1);
  });
});
