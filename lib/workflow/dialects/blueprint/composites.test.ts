// Composite nodes are sugar: each is expanded into simple ones before anything else is read.
import { describe, expect, test } from 'vitest';
import { finishedNodes, ok, walkGraph } from '../../../testing/engine/walk.ts';
import { loadBlueprint, nodesOf, toldOf } from '../../../testing/workflow/blueprint-file.ts';
import type { Graph } from '../../graph.ts';
import { createFindings } from '../../problems/findings.ts';
import { readSource } from '../../source/source.ts';
import { type SourceMap, toValue } from '../../source/source-tree.ts';
import { expandComposites } from './composites.ts';

function expanded(text: string) {
  const { nodes, aliases } = expandComposites(readSource(text, createFindings()) as SourceMap, createFindings());
  return { nodes: toValue(nodes) as Record<string, Record<string, unknown>>, aliases: Object.fromEntries(aliases) };
}

describe('confirm', () => {
  const text = `drop:
  type: confirm
  prompt: "Drop \${branch}?"
  store_as: confirmations.drop
  on_confirmed: { label: "Yes, drop", consequences: [{ type: display, content: Gone }], next_node: done }
  on_declined: { next_node: failed }
`;

  test('asks, keeps the answer, and is gated by what was kept', () => {
    const set = (value: boolean) => [{ type: 'mutate_state', operation: 'set', field: 'confirmations.drop', value }];
    expect(expanded(text)).toEqual({
      aliases: { drop: 'drop__ask' },
      nodes: {
        drop__ask: {
          type: 'user_prompt',
          prompt: {
            question: 'Drop ${branch}?',
            header: 'CONFIRM',
            options: [
              { id: 'yes', label: 'Yes, drop' },
              { id: 'no', label: 'No' },
            ],
          },
          on_response: {
            yes: { consequences: set(true), next_node: 'drop__gate' },
            no: { consequences: set(false), next_node: 'drop__gate' },
          },
        },
        drop__gate: {
          type: 'conditional',
          condition: 'confirmations.drop == true',
          on_true: 'drop__act',
          on_false: 'failed',
        },
        drop__act: { type: 'action', consequences: [{ type: 'display', content: 'Gone' }], on_success: 'done' },
      },
    });
  });

  test('leads nowhere but by the answer that was kept', () => {
    const file = `  first: { type: confirm, prompt: Go?, store_as: confirmations.go, on_confirmed: { next_node: done }, on_declined: { next_node: failed } }\n`;
    const graph = loadBlueprint(file).graph as Graph;
    const end = (option: string) => walkGraph(graph, { answer: () => ({ option }) }).state;
    expect(end('yes')).toMatchObject({ status: 'completed', custom: { confirmations: { go: true } } });
    expect(end('no')).toMatchObject({ status: 'failed', custom: { confirmations: { go: false } } });
  });
});

describe('gated_action', () => {
  test('takes the first case that holds, in order', () => {
    const { nodes } = expanded(`pick:
  type: gated_action
  when:
    - { condition: "a == 1", consequences: [{ type: display, content: One }], next_node: one }
    - { condition: { any: ["b"] }, next_node: two }
  else: three
  on_unknown: four
`);
    expect(nodes).toEqual({
      pick__case_0: {
        type: 'conditional',
        condition: 'a == 1',
        on_true: 'pick__case_0__act',
        on_false: 'pick__case_1',
        on_unknown: 'four',
      },
      pick__case_0__act: { type: 'action', consequences: [{ type: 'display', content: 'One' }], on_success: 'one' },
      pick__case_1: {
        type: 'conditional',
        condition: { any: ['b'] },
        on_true: 'two',
        on_false: 'three',
        on_unknown: 'four',
      },
    });
  });
});

describe('goal_seek', () => {
  const file = `  first:
    type: goal_seek
    goals:
      - { name: name, starting_node: ask_name }
      - { name: ready, starting_node: wait, success_condition: "tries >= 2" }
    max_iterations: 5
    on_complete: done
    on_budget_exceeded: failed
  ask_name: { type: action, consequences: [{ type: display, content: Name }], on_success: first, on_failure: failed }
  wait: { type: action, consequences: [{ type: mutate_state, operation: increment, field: tries }], on_success: first, on_failure: failed }
`;
  const head = 'initial_state: { tries: 0 }';

  test('is a loop over its goals; a way back through a goal without a condition says that it is reached', () => {
    const nodes = nodesOf(loadBlueprint(file, head));
    expect(nodes.map(({ id }) => id)).toEqual([
      ...['entry', 'init', 'tick', 'check_ready', 'mark_ready', 'budget_check', 'abort_check', 'complete_check'].map(
        (one) => `first__${one}`,
      ),
      ...['dispatch_case_0', 'dispatch_case_1', 'return_name'].map((one) => `first__${one}`),
      'ask_name',
      'wait',
    ]);
    expect(nodes.find(({ id }) => id === 'ask_name')?.next).toBe('first__return_name');
    expect(nodes.find(({ id }) => id === 'wait')?.next).toBe('first__entry');
  });

  test('goes after each goal until all are reached', () => {
    const walk = walkGraph(loadBlueprint(file, head).graph as Graph, { outcome: () => ok() });
    expect(walk.state).toMatchObject({
      status: 'completed',
      custom: { tries: 2, goal_seek: { first: { iterations: 3 } } },
    });
    expect(finishedNodes(walk).filter((id) => !id.includes('__'))).toEqual(['ask_name', 'wait', 'wait', 'done']);
  });

  test('gives up when its rounds are used up', () => {
    const few = file.replace('max_iterations: 5', 'max_iterations: 1');
    expect(walkGraph(loadBlueprint(few, head).graph as Graph).state.status).toBe('failed');
  });
});

test.each([
  [
    '{ type: confirm, prompt: q, on_confirmed: { next_node: done }, on_declined: { next_node: done } }',
    'needs "store_as"',
  ],
  ['{ type: confirm, prompt: q, store_as: a.b, on_declined: { next_node: done } }', 'needs "on_confirmed"'],
  ['{ type: gated_action, when: [], else: done }', 'needs "when" with at least one case'],
  ['{ type: gated_action, when: [{ condition: "true", next_node: done }] }', 'needs "else"'],
  ['{ type: goal_seek, goals: [], max_iterations: 5, on_complete: done }', 'needs "goals"'],
  ['{ type: goal_seek, goals: [{ starting_node: a }], max_iterations: 5, on_complete: done }', 'without a "name"'],
  ['{ type: goal_seek, goals: [{ name: g }], max_iterations: 5, on_complete: done }', 'without "starting_node"'],
  ['{ type: goal_seek, goals: [{ name: g, starting_node: first }], on_complete: done }', 'needs "max_iterations"'],
  ['{ type: goal_seek, goals: [{ name: g, starting_node: first }], max_iterations: 5 }', 'needs "on_complete"'],
])('%s is refused', (written, message) => {
  const { problems } = loadBlueprint(`  first: ${written}\n`);
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(errors.map((problem) => problem.message).join('\n')).toContain(message);
  expect(errors).toHaveLength(1);
});

test('a goal whose nodes never lead back is refused by its name', () => {
  const file = `  first: { type: goal_seek, goals: [{ name: g, starting_node: away }], max_iterations: 5, on_complete: done }
  away: { type: action, consequences: [{ type: display, content: x }], on_success: failed }
`;
  expect(toldOf(loadBlueprint(file))).toContain('node "first" has a goal "g" whose nodes never lead back to it');
});
