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
    const walk = walkGraph(graphOf(nodes), { inputs: { goal: 'a hut', auto_yes: true } });
    answer(walk, 'elsewhere');
    expect(walk.state.active[0]?.wait?.call).toMatchObject({
      workflow: 'other',
      inputs: { goal: 'a hut', auto_yes: true },
    });
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
  const listed = load({ S1: step() }, { preload: [{ key: 'memory', source: 'memory:MEMORY.md' }] });
  expect(listed.problems[0]?.message).toContain('"memory:MEMORY.md" is not read before the steps');
});

test('near misses are named', () => {
  expect(loadWorkflow('{ "entries": [], "triggers": {} }').problems[0]?.message).toContain(
    'it is nearest to chain, but it has no "chain_id" and no "nodes" and no "entry"',
  );
  expect(loadWorkflow('{ "patterns": [], "fallback": {} }').problems[0]?.message).toContain(
    'it is nearest to chain, but it says which chain belongs to which words, and is none itself',
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

// Chains of the later kind: commands, decisions over what they reported, gates, forks, values and ends.
describe('chains that a walker walks', () => {
  const walked = (nodes: Written, more: Written = {}) =>
    JSON.stringify(
      {
        id: 'quality',
        name: 'Quality',
        version: '1.0.0',
        entry: Object.keys(nodes)[0],
        inputs: { phase: { type: 'string', required: true } },
        nodes,
        ...more,
      },
      null,
      1,
    );
  const graphFrom = (nodes: Written) => {
    const { graph, problems } = loadWorkflow(walked(nodes));
    if (!graph) throw new Error(problems.map((one) => describeProblem(one)).join('\n'));
    return graph;
  };
  const end = { type: 'terminal', status: 'success', summary: 'Phase {phase} is done' };
  const run = (cmd: string, next: string, more: Written = {}) => ({
    type: 'command',
    cmd,
    args: '{phase}',
    next,
    ...more,
  });
  const first = (node: Written) => graphFrom({ a: node, b: run('b', 'done'), done: end }).nodes[0];

  test.each<[string, Written, Written]>([
    [
      'a command',
      run('check', 'b', {
        timeout_ms: 600000,
        max_visits: 3,
        on_failure: 'done',
        retry: { max_attempts: 2, base_backoff_ms: 100 },
      }),
      {
        type: 'command',
        next: 'b',
        on_failure: 'done',
        timeout: 600_000,
        max_visits: 3,
        retry: { attempts: 2, backoff: 100 },
        fields: { executor: 'check', args: '${inputs.phase}' },
      },
    ],
    [
      'a decision',
      {
        type: 'decision',
        eval: 'ctx.result.status',
        edges: [
          { value: 'ok', target: 'done' },
          { default: true, target: 'b' },
        ],
      },
      { type: 'switch', fields: { cases: [{ if: "prev.result.status == 'ok'", then: 'done' }], default: 'b' } },
    ],
    [
      'a decision by expressions',
      {
        type: 'decision',
        eval: 'ctx.vars.n',
        edges: [
          { match: 'ctx.vars.n >= 3 && ctx.inputs.phase != null', target: 'done' },
          { default: true, target: 'b' },
        ],
      },
      { fields: { cases: [{ if: 'computed.n >= 3 && inputs.phase != null', then: 'done' }] } },
    ],
    [
      'a decision in two branches',
      { type: 'decision', condition: 'all_done', branches: { true: 'done', false: 'b' } },
      {
        fields: {
          cases: [
            { if: '(prev.result.all_done ?? computed.all_done) == true', then: 'done' },
            { if: '(prev.result.all_done ?? computed.all_done) == false', then: 'b' },
          ],
        },
      },
    ],
    [
      'a decision about what only the other system knows',
      {
        type: 'decision',
        eval: 'ctx.project.ready',
        edges: [
          { value: true, target: 'done' },
          { default: true, target: 'b' },
        ],
      },
      {
        type: 'gate',
        fields: {
          message: 'What is ctx.project.ready?',
          options: [{ id: 'true' }, { id: 'default' }],
          on: { true: 'done', default: 'b' },
        },
      },
    ],
    [
      'a gate',
      { type: 'gate', condition: "ctx.result.verdict == 'ok'", on_pass: 'done', on_fail: 'b' },
      { type: 'if', fields: { condition: "prev.result.verdict == 'ok'", then: 'done', else: 'b' } },
    ],
    [
      'a gate that waits',
      { type: 'gate', condition: 'x', wait: true, wait_message: 'Ready?', on_pass: 'done', on_fail: 'b' },
      { type: 'gate', fields: { message: 'Ready?', on: { pass: 'done', fail: 'b' } } },
    ],
    [
      'values',
      { type: 'eval', set: { n: 'ctx.vars.n + 1', m: 5 }, next: 'done' },
      {
        type: 'action',
        fields: {
          do: [
            { type: 'compute', expression: 'computed.n + 1', store_as: 'n' },
            { type: 'set_state', field: 'computed.m', value: 5 },
          ],
        },
      },
    ],
    [
      'another graph',
      { type: 'terminal', status: 'delegate', delegate_graph: 'singles/plan', delegate_inputs: { x: 'y' } },
      { type: 'call', next: 'complete', fields: { workflow: 'plan', inputs: { x: 'y' } } },
    ],
    ['an end that failed', { type: 'terminal', status: 'failure' }, { type: 'end', fields: { outcome: 'failure' } }],
  ])('%s', (_, node, made) => {
    expect(first(node)).toMatchObject(made);
  });

  test('a fork starts its branches together, and goes on after the join', () => {
    const nodes = {
      both: { type: 'fork', branches: ['x', 'y'], join: 'after' },
      x: run('x', 'after'),
      y: run('y', 'after'),
      after: { type: 'join', strategy: 'all', next: 'done' },
      done: end,
    };
    const walk = walkGraph(graphFrom(nodes), { inputs: { phase: '1' } });
    expect([walk.state.status, finishedNodes(walk)]).toEqual(['completed', ['x', 'y', 'both', 'done']]);
  });

  test('goes round until the command reports that it passed', () => {
    const nodes = {
      verify: run('verify', 'check', { max_visits: 4 }),
      check: {
        type: 'decision',
        eval: 'ctx.result.status',
        edges: [
          { value: 'passed', target: 'done' },
          { default: true, target: 'fix' },
        ],
      },
      fix: run('fix', 'verify'),
      done: end,
    };
    const walk = walkGraph(graphFrom(nodes), {
      inputs: { phase: '2' },
      outcome: ({ node, visit }) => ok({ text: 'x', status: node === 'verify' && visit === 2 ? 'passed' : 'gaps' }),
    });
    expect(finishedNodes(walk)).toEqual(['verify', 'check', 'fix', 'verify', 'check', 'done']);
    expect(walk.state.message).toBe('Phase 2 is done');
    expectSameGraph(walked(nodes));
    expectNoCrash([walked(nodes)]);
  });

  test('targets that there are not are refused, each where it stands', () => {
    const nodes = {
      a: run('a', 'c'),
      c: {
        type: 'decision',
        eval: 'ctx.result.x',
        edges: [
          { value: 1, target: 'fix_plan' },
          { default: true, target: 'done' },
        ],
      },
      done: end,
    };
    const { problems } = loadWorkflow(walked(nodes));
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'unknown_target', message: 'node "c" points to unknown node "fix_plan"' },
    ]);
  });
});
