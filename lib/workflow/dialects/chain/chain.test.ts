// Every construct of a chain, one row each: what is written there, and what it is here.
import { describe, expect, test } from 'vitest';
import { answer, eventsOf, finishedNodes, ok, openGate, send, walkGraph } from '../../../testing/engine/walk.ts';
import { expectNoCrash } from '../../../testing/workflow/mutated-files.ts';
import { expectSameGraph } from '../../../testing/workflow/same-graph.ts';
import { type Graph, nodeOf } from '../../graph.ts';
import { loadWorkflow } from '../../load.ts';
import { describeProblem } from '../../problems/problem.ts';

type Written = Record<string, unknown>;
const fileOf = (nodes: Written, more: Written = {}) =>
  JSON.stringify(
    { chain_id: 'plan', name: 'Plan', version: '1.0', entry: Object.keys(nodes)[0], nodes, ...more },
    null,
    1,
  );
const load = (...file: Parameters<typeof fileOf>) => loadWorkflow(fileOf(...file));
function graphOf(...file: Parameters<typeof fileOf>): Graph {
  const { graph, problems } = load(...file);
  if (!graph) throw new Error(problems.map((one) => describeProblem(one)).join('\n'));
  return graph;
}
const step = (next: unknown = null, more: Written = {}) => ({
  type: 'step',
  name: 'Step',
  content_ref: '@skills/plan/SKILL.md',
  next,
  ...more,
});

test('a chain is known by its id, and tells its name, version and variables', () => {
  const variables = {
    session_id: { type: 'string' },
    risk: { type: 'string', default: 'unknown', description: 'How bad' },
  };
  const { format, name, nodes, graph, problems } = load({ S1: step() }, { variables });
  expect({ format, name, nodes, problems }).toEqual({ format: 'chain', name: 'Plan', nodes: 1, problems: [] });
  expect(graph).toMatchObject({ version: '1.0', start: 'S1', missing: 'empty' });
  expect(graph?.inputs.map(({ name: one, default: usual }) => [one, usual])).toEqual([
    ['session_id', ''],
    ['risk', 'unknown'],
    ['goal', ''],
    ['auto_yes', false],
  ]);
});

describe('steps', () => {
  test.each([
    ['a skill', '@skills/plan/SKILL.md', 'skill', 'plan'],
    ['a phase of a skill', '@skills/plan/phases/01-look.md', 'skill', 'plan/phases/01-look'],
    ['a command', '@commands/workflow/ui/explore.md', 'command', 'workflow:ui:explore'],
    ['with the folder they are kept in', '.claude/skills/plan/SKILL.md', 'skill', 'plan'],
  ])('follow %s', (_, content_ref, type, executor) => {
    expect(graphOf({ S1: step(null, { content_ref }) }).nodes[0]).toMatchObject({
      type,
      fields: { executor },
      next: 'complete',
    });
  });

  test('have words of their own, and are told the variables', () => {
    const node = graphOf({ S1: { type: 'step', content_inline: 'Say ${x}', next: null } }).nodes[0];
    expect(node).toMatchObject({ type: 'ai' });
    expect(node?.fields.prompt).toBe(
      'Say $${x}\ngoal: ${computed.goal ?? inputs.goal}\nauto_yes: ${computed.auto_yes ?? inputs.auto_yes}',
    );
  });

  test('a session that one speaks of is the chain’s', () => {
    const graph = graphOf({ S1: step('S2'), S2: step() }, { variables: { session_id: { type: 'string' } } });
    const walk = walkGraph(graph, {
      inputs: { session_id: 'old', goal: 'x', auto_yes: false },
      outcome: ({ node }) => ok({ text: 'x', session_id: node === 'S1' ? 'WFS-a' : null }),
    });
    expect(walk.state.computed.session_id).toBe('WFS-a');
    expect(eventsOf(walk, 'node_started')[1]?.data.input).toMatchObject({
      args: expect.stringContaining('session_id: WFS-a'),
    });
  });
});

describe('decisions', () => {
  const nodes = {
    D1: {
      type: 'decision',
      prompt: 'Which way, ${you}?',
      choices: [
        { label: 'Coupled Feature', description: 'All of it', next: 'S1' },
        { label: 'Nothing', next: null },
        { label: 'Elsewhere', next: '→other' },
      ],
      default: 'S2',
    },
    S1: step('S2'),
    S2: step(),
  };

  test('are questions whose answers lead on, with one for the default where no other leads there', () => {
    expect(nodeOf(graphOf(nodes), 'D1')).toMatchObject({
      type: 'gate',
      fields: {
        kind: 'question',
        message: 'Which way, $${you}?',
        options: [
          { id: 'coupled_feature', label: 'Coupled Feature', description: 'All of it' },
          { id: 'nothing', label: 'Nothing' },
          { id: 'elsewhere', label: 'Elsewhere' },
          { id: 'default', label: 'Default' },
        ],
        on: { coupled_feature: 'S1', nothing: 'complete', elsewhere: 'to_other', default: 'S2' },
      },
    });
  });

  test.each([
    ['coupled_feature', ['D1', 'S1', 'S2']],
    ['default', ['D1', 'S2']],
    ['nothing', ['D1']],
  ])('the answer %s is walked to its end', (option, path) => {
    const walk = walkGraph(graphOf(nodes), { inputs: { goal: '', auto_yes: false } });
    expect(openGate(walk).options).toHaveLength(4);
    answer(walk, option);
    expect(finishedNodes(walk)).toEqual(path);
    expect(walk.state.status).toBe('completed');
  });

  test('a jump to another chain waits for its end, and is the end of this one', () => {
    const walk = walkGraph(graphOf(nodes), { inputs: { goal: '', auto_yes: false } });
    answer(walk, 'elsewhere');
    expect(walk.state.active[0]?.wait?.call).toMatchObject({ workflow: 'other' });
    const data = { computed: {}, flags: {}, custom: {} };
    send(walk, walk.state.active[0]?.wait?.signal ?? '', {
      run: 'r2',
      status: 'completed',
      message: null,
      data,
      outputs: {},
    });
    expect([walk.state.status, finishedNodes(walk)]).toEqual(['completed', ['D1', 'to_other']]);
  });
});

test('delegates call another chain with what they pass, and take what they receive', () => {
  const nodes = {
    S1: {
      type: 'delegate',
      chain: 'review',
      pass_variables: ['goal', 'depth'],
      receive_variables: ['status'],
      next: 'S2',
    },
    S2: { type: 'delegate', chain: 'fix#quick', next: null },
  };
  const graph = graphOf(nodes);
  expect(graph.inputs.map(({ name }) => name)).toEqual(['goal', 'auto_yes', 'depth']);
  expect(graph.nodes[1]).toMatchObject({ fields: { workflow: 'fix', inputs: { entry: 'quick' } } });
  const walk = walkGraph(graph, { inputs: { goal: 'x', auto_yes: false, depth: 'deep' } });
  const [waiting] = walk.state.active;
  expect(waiting?.wait?.call).toMatchObject({ workflow: 'review', inputs: { goal: 'x', depth: 'deep' } });
  const data = { computed: { status: 'fine' }, flags: {}, custom: {} };
  send(walk, waiting?.wait?.signal ?? '', { run: 'r2', status: 'completed', message: null, data, outputs: {} });
  expect(walk.state.computed.status).toBe('fine');
});

describe('entries', () => {
  const entries = [
    { name: 'default', node: 'S1' },
    { name: 'late', node: 'S2', description: 'From the middle' },
  ];

  test('are what the run is started with', () => {
    const graph = graphOf({ S1: step('S2'), S2: step() }, { entries });
    expect(graph.inputs.at(-1)).toMatchObject({ name: 'entry', choices: ['default', 'late'], default: 'default' });
    const path = (entry: string) => finishedNodes(walkGraph(graph, { inputs: { entry, goal: '', auto_yes: false } }));
    expect(path('default')).toEqual(['entry', 'S1', 'S2']);
    expect(path('late')).toEqual(['entry', 'S2']);
    expect(load({ S1: step('S2'), S2: step() }, { entries }).nodes).toBe(2);
  });

  test('that name no node are refused where they stand', () => {
    const problems = (more: Written) => load({ S1: step() }, more).problems.map(({ code, message }) => [code, message]);
    expect(problems({ entries: [{ name: 'review', node: 'S9' }] })).toEqual([
      ['unknown_target', 'the entry "review" names unknown node "S9"'],
    ]);
    expect(problems({ entry: 'S9' })).toEqual([['unknown_target', 'the entry "entry" names unknown node "S9"']]);
  });

  test('without one the chain begins at the first', () => {
    expect(graphOf({ S1: step(), S2: step() }, { entry: null }).start).toBe('S1');
  });
});

test('chains may go round, and what leads nowhere is refused where it stands', () => {
  expect(load({ S1: step('S2'), S2: step('S1') }).graph).not.toBeNull();
  const { problems } = load({ S1: step('S9') });
  expect(problems).toMatchObject([{ code: 'unknown_target', message: 'node "S1" points to unknown node "S9"' }]);
  const text = fileOf({ S1: step('S9') }).split('\n');
  expect(text[(problems[0]?.line ?? 0) - 1]).toContain('"next": "S9"');
});

test.each<[string, Written, string]>([
  ['an unknown type', { S1: { type: 'stpe' } }, 'node "S1" has the unknown type "stpe"; did you mean "step"?'],
  ['a step without content', { S1: { type: 'step' } }, 'step "S1" needs "content_ref" or "content_inline"'],
  ['a delegate without a chain', { S1: { type: 'delegate' } }, 'delegate "S1" needs "chain"'],
  [
    'a decision without choices',
    { S1: { type: 'decision', prompt: 'x' } },
    'decision "S1" needs "choices", each with a "label"',
  ],
])('%s is refused', (_, nodes, words) => {
  const errors = load(nodes).problems.filter(({ severity }) => severity === 'error');
  expect(errors.map((one) => describeProblem(one)).join('\n')).toContain(words);
});

test('files that were read before the steps are told', () => {
  const { problems } = load({ S1: step() }, { preload: { context: '@skills/plan/SKILL.md' } });
  expect(problems).toMatchObject([{ severity: 'warning', code: 'left_out' }]);
});

test('near misses are named', () => {
  expect(loadWorkflow('{ "entries": [], "triggers": {} }').problems[0]?.message).toContain(
    'it is nearest to chain, but it has no "chain_id" and no "nodes" and no "entry"',
  );
});

const whole = fileOf(
  {
    D1: {
      type: 'decision',
      prompt: 'Which?',
      choices: [
        { label: 'Plan', next: 'S1' },
        { label: 'Stop', next: null },
      ],
      default: 'S1',
    },
    S1: step('C1', { content_ref: '@skills/plan/phases/01.md' }),
    C1: { type: 'delegate', chain: 'fix', pass_variables: ['goal'], receive_variables: ['session_id'], next: '→other' },
    complete: { type: 'step', content_inline: 'Say it', next: null },
  },
  {
    entries: [
      { name: 'default', node: 'D1' },
      { name: 'end', node: 'complete' },
    ],
    variables: { session_id: { type: 'string' } },
  },
);

test('a file converted to the native language gives the same graph', () => {
  expect(expectSameGraph(whole)).toContain("goal: ${computed.goal ?? (inputs.goal ?? '')}");
});

test('five hundred files with mistakes in them end in a graph or in errors, each with its place', () => {
  expectNoCrash([whole]);
});
