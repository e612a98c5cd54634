import { describe, expect, test } from 'vitest';
import type { Graph } from '../../graph.ts';
import { loadWorkflow } from '../../load.ts';
import { describeProblem } from '../../problems/problem.ts';

const file = (head = '', params = '{ question: "${computed.question}" }', tool = 'ball.shake') => `name: eight
version: 1.0.0
${head}
start_node: shake
default_error: broken
nodes:
  shake:
    type: action
    consequences:
      - { type: mcp_tool_call, tool: ${tool}, params_type: shake@1, params: ${params}, store_as: computed.answer }
    on_success: done
  done: { type: ending, outcome: success, message: "\${computed.answer}" }
  broken: { type: ending, outcome: error, message: Failed }
`;
const mcps = 'data_mcps: { ball: "ball-tools@^1" }';
const types = 'payload_types: { shake@1: { question: "string (min_length=1)", context: "string (optional)" } }';
const errors = (text: string) =>
  loadWorkflow(text).problems.flatMap((problem) => (problem.severity === 'error' ? [describeProblem(problem)] : []));

describe('a file of version 8', () => {
  test('names its servers, the shapes of what it sends, and where its failures go', () => {
    const { graph, problems } = loadWorkflow(file(`trust_mode: stateless\n${mcps}\n${types}`));
    expect(graph).toMatchObject({
      servers: [{ id: 'ball', command: 'npx', args: ['-y', 'ball-tools@^1'] }],
      nodes: [{ id: 'shake', next: 'done', on_failure: 'broken' }, { id: 'done' }, { id: 'broken' }],
    });
    expect(problems.map(({ code }) => code)).toEqual(['assumed_server', 'never_set']);
  });

  test('that says it is gated has each call of a tool approved before', () => {
    const graph = loadWorkflow(file(`trust_mode: gated\n${mcps}\n${types}`)).graph as Graph;
    expect(graph.nodes[0]?.gates).toMatchObject([{ when: 'before', kind: 'approval' }]);
  });

  test('may forbid itself servers, tools and calls', () => {
    const narrow = (effects: string, tool?: string) =>
      errors(file(`${mcps}\n${types}\ndeclared_effects: ${effects}`, undefined, tool));
    expect(narrow('{ ball: { tools: [shake], max_call_count: 1, later: 5 }, shell: forbidden }')).toEqual([]);
    expect(narrow('{ ball: forbidden }')).toEqual(['12:38 "declared_effects" forbids the server "ball"']);
    expect(narrow('{ ball: { tools: [look] } }')).toEqual([
      '12:38 "declared_effects" does not allow the tool "shake" of "ball"',
    ]);
  });

  test('that may call a server only so often is asked about before it does more', () => {
    const graph = loadWorkflow(file(`${mcps}\n${types}\ndeclared_effects: { ball: { max_call_count: 2 } }`))
      .graph as Graph;
    expect(graph.nodes[0]?.max_visits).toBe(2);
  });

  test.each([
    ['an unknown mode', 'trust_mode: blind', '"trust_mode" must be stateless or gated'],
    ['a server with capitals', 'data_mcps: { BALL: "a@1" }', '"BALL" cannot be the name of a server'],
    ['a server without a version', 'data_mcps: { ball: tools }', '"data_mcps.ball" must be a server and its version'],
    [
      'a type without a version',
      'payload_types: { shake: { a: string } }',
      '"shake" cannot be the name of a payload type',
    ],
    [
      'a type with capitals',
      'payload_types: { Shake@1: { a: string } }',
      '"Shake@1" cannot be the name of a payload type',
    ],
    [
      'an effect that is neither',
      'declared_effects: { ball: true }',
      '"declared_effects.ball" must be forbidden, or say',
    ],
    ['an effect with capitals', 'declared_effects: { CRM: forbidden }', '"CRM" cannot be the name of a server'],
    [
      'a count below nothing',
      'declared_effects: { ball: { max_call_count: -1 } }',
      '"max_call_count" must be a whole number from 0',
    ],
    [
      'endings beside the nodes',
      `${mcps}\n${types}\nendings: { x: { type: success, message: m } }`,
      'has its endings among the nodes',
    ],
  ])('with %s is refused', (_, head, message) => {
    expect(errors(file(head)).join('\n')).toContain(message);
  });

  test('must send what its types say, and to servers that it has', () => {
    expect(errors(file(mcps)).join()).toContain('"shake@1" is none of the payload types of the file');
    expect(errors(file(types)).join()).toContain('"ball" is none of the servers in "data_mcps"');
    expect(errors(file(`${mcps}\n${types}`, '{ context: x }')).join()).toContain(
      '"params" lacks "question", which shake@1 needs',
    );
    expect(errors(file(`${mcps}\n${types}`, '{ question: x, colour: y }')).join()).toContain(
      '"colour" is no field of shake@1',
    );
  });

  test('must lead failures to an ending', () => {
    const wrong = file(`${mcps}\n${types}`).replace('default_error: broken', 'default_error: shake');
    expect(errors(wrong).join()).toContain('"default_error" must be an ending, and "shake" is none');
    const lost = file(`${mcps}\n${types}`).replace('default_error: broken', 'default_error: nowhere');
    expect(errors(lost).join()).toContain('points to unknown node "nowhere"');
  });
});
