import { describe, expect, test } from 'vitest';
import { asksForTool, begin, cli, inputOf, research } from '../../testing/engine/background-runs.ts';
import { finish, settle, workingAt } from '../../testing/engine/steps.ts';
import { expectSameFold } from '../../testing/engine/stored-run.ts';
import { answer, broken, draftAnswer, eventsOf, ok, openGate, openGates, record } from '../../testing/engine/walk.ts';
import { progressOf } from '../progress.ts';
import { nextEffects } from './interpreter.ts';

describe('every place that can name work in the background waits for it there', () => {
  test.each([
    ['a condition', [cli('a', 'a', ', conditions: [{ if: "research.result == \'x\'", then: complete }]')]],
    ['the message of a gate', ['ask: { type: gate, message: "${research.result}" }']],
    ['what a gate shows', ['ask: { type: gate, show: ["${research.result}"] }']],
    ['a gate before', [cli('a', 'a', ', gate: { when: before, message: "${research.result}" }')]],
    ['an if', ['choose: { type: if, condition: "research.result == 1", then: complete }']],
    [
      'the items of a map',
      ['each: { type: map, items: "${[research.result]}", body: one, next: complete }', cli('one')],
    ],
    [
      'the check of a node that decides',
      ['ok: { type: if, condition: "true", then: complete, checks: ["research.success"] }'],
    ],
    ['the end', ['done: { type: end, message: "${research.result}" }']],
    ['all nodes', [cli('a', 'a, "${nodes[\'research\'].result}"')]],
    ['an expression with a default', [cli('a', 'a, "${research.result ?? \'none\'}"')]],
  ])('%s', (_, lines) => {
    const walk = begin([research(), ...lines]);
    for (let most = 5; most > 0 && walk.state.active.every(({ awaits }) => awaits === null); most--) {
      const [node] = settle(walk).filter((one) => one !== 'research');
      if (node) finish(walk, node);
    }
    expect(eventsOf(walk, 'background_awaited').map(({ data }) => data.for)).toEqual(['research']);
    expect(walk.state.status).toBe('running');
    finish(walk, 'research', ok('x'));
    expect(walk.state.warnings).toEqual([]);
    expect(openGates(walk).filter(({ purpose }) => purpose === 'failure')).toEqual([]);
    expectSameFold(walk);
  });

  test.each([
    ['what it saves', ', save: { found: "${research.result}" }'],
    ['what it checks', ', checks: ["research.success"]'],
  ])('work waits before it begins for %s, which is read when it is done', (_, more) => {
    const walk = begin([research(), cli('a', 'a', more)]);
    expect(settle(walk)).toEqual(['research']);
    expect(finish(walk, 'research')).toEqual(['a']);
    finish(walk, 'a');
    expect(walk.state.status).toBe('completed');
  });

  test('a name that only begins alike is not meant', () => {
    const walk = begin([research(), cli('a', 'a', ', save: { research-notes: 1, researcher: 2 }')]);
    expect(settle(walk)).toEqual(['a', 'research']);
  });
});

describe('a run whose work in the background needs a person waits, wherever its way stands', () => {
  test.each([
    ['before its end', ['done: { type: end }']],
    ['at an if', ['choose: { type: if, condition: "research.success", then: complete }']],
    ['at a node', [cli('a', '"${research.result}"')]],
  ])('%s', (_, lines) => {
    const walk = begin([research(), ...lines]);
    settle(walk);
    expect(walk.state.status).toBe('running');
    finish(walk, 'research', asksForTool);
    expect(walk.state.status).toBe('waiting');
    answer(walk, 'allow');
    expect(walk.state.status).toBe('completed');
  });

  test('one whose way still works does not', () => {
    const walk = begin([research(), cli('a')]);
    settle(walk);
    finish(walk, 'research', asksForTool);
    expect(walk.state.status).toBe('running');
  });
});

// each ═╦═ find → research ─ ─ ┐ → use ═╗
//       ╚═ find → research ─ ─ ┘ → use ═╝
const each = [
  'each: { type: map, items: [1, 2], as: one, body: find }',
  'done: { type: end }',
  cli('find', '"${one}"'),
  research(', timeout: 1h', '${one} ${find.result}'),
  cli('use', '"${research.result}"', ', next: join'),
];
const itemIs = (item: number) => (position: { item: unknown }) => position.item === item;

describe('work in the background of a branch belongs to that branch', () => {
  test('it sees what its branch sees, and its branch gets what it gave', () => {
    const walk = begin(each);
    settle(walk);
    finish(walk, 'find', ok('f1'), itemIs(1));
    finish(walk, 'find', ok('f2'), itemIs(2));
    const prompts = nextEffects(walk.graph, walk.state, walk.now).flatMap((one) =>
      'fields' in one ? [one.fields?.prompt] : [],
    );
    expect(prompts.sort()).toEqual(['1 f1', '2 f2']);
    expect(finish(walk, 'research', ok('r2'), itemIs(2))).toEqual(['use', 'research']);
    expect(inputOf(walk, 'use')).toMatchObject({ command: ['r2'] });
    expect(finish(walk, 'research', ok('r1'), itemIs(1))).toEqual(['use', 'use']);
    expect(inputOf(walk, 'use')).toMatchObject({ command: ['r1'] });
    expectSameFold(walk);
  });

  test('a branch ends when it is done, also one inside another, and nothing of it is lost', () => {
    const walk = begin([
      'outer: { type: parallel, branches: { a: inner } }',
      'done: { type: end }',
      'inner: { type: parallel, branches: { b: research }, next: join }',
      research(', next: join'),
    ]);
    expect(settle(walk)).toEqual(['research']);
    expect(walk.state.active.map(({ node }) => node)).toEqual(['outer', 'inner', 'research', 'research']);
    finish(walk, 'research');
    expect(walk.state).toMatchObject({ status: 'completed', nodes: { research: { status: 'completed' } } });
  });

  test('a branch that is cut off takes it along', () => {
    const walk = begin([
      'race: { type: parallel, join: any, branches: { a: research, b: quick } }',
      cli('last'),
      research(', next: slow'),
      cli('slow', 'slow', ', next: join'),
      cli('quick', 'quick', ', next: join'),
    ]);
    settle(walk);
    expect(finish(walk, 'quick')).toEqual(['last']);
    expect(walk.state.active.map(({ node }) => node)).toEqual(['last']);
    expect(walk.state.nodes.research?.status).toBe('cancelled');
  });

  test('its failure is asked about at once, though a branch waits for it', () => {
    const walk = begin([
      'both: { type: parallel, branches: { a: research, b: other } }',
      'done: { type: end }',
      research(', next: use'),
      cli('use', '"${research.result ?? \'none\'}"', ', next: join'),
      cli('other', 'other', ', next: join'),
    ]);
    settle(walk);
    finish(walk, 'other');
    finish(walk, 'research', broken());
    expect(openGate(walk)).toMatchObject({ node: 'research', purpose: 'failure' });
    expect(walk.state.status).toBe('waiting');
    answer(walk, 'skip');
    expect(walk.state.status).toBe('completed');
  });
});

describe('work in the background that is begun again', () => {
  // again → research → (again) → use
  const loop = [
    'again: { type: loop, body: research, done: use, max: 2 }',
    research('', 'Round ${loop.index}'),
    'back: { type: end_loop, loop: again }',
    cli('use', '"${research.result}"'),
  ];

  test('sees the round that began it, and a reference means the latest visit, whichever is done first', () => {
    const walk = begin(loop);
    expect(settle(walk)).toEqual(['research', 'research']);
    const prompts = nextEffects(walk.graph, walk.state, walk.now).flatMap((one) =>
      'fields' in one ? [one.fields?.prompt] : [],
    );
    expect(prompts).toEqual(['Round 0', 'Round 1']);
    expect(finish(walk, 'research', ok('second'), ({ visit }) => visit === 2)).toEqual(['research']);
    expect(finish(walk, 'research', ok('first'))).toEqual(['use']);
    expect(inputOf(walk, 'use')).toMatchObject({ command: ['second'] });
  });

  test('is still waited for while one of its visits asks a person', () => {
    const walk = begin(loop);
    settle(walk);
    finish(walk, 'research', asksForTool, ({ visit }) => visit === 2);
    finish(walk, 'research', ok('first'));
    expect(walk.state.nodes.use).toBeUndefined();
    expect(walk.state).toMatchObject({ status: 'waiting', nodes: { research: { status: 'waiting' } } });
    answer(walk, 'allow');
    expect(walk.state.status).toBe('completed');
  });
});

test('a budget that is used up while the way waits is asked about, and the run goes on', () => {
  const walk = begin([research(), 'done: { type: end }', cli('more')], 'budget: { tokens: 10 }');
  settle(walk);
  const { node, visit, attempt } = workingAt(walk, 'research');
  const data = {
    model: 'm',
    purpose: 'step' as const,
    input_tokens: 10,
    output_tokens: 0,
    cost: null,
    ms: 1,
    tool_calls: 0,
  };
  record(walk, [{ type: 'model_call', node, visit, attempt, data }]);
  finish(walk, 'research', { suspended: { reason: 'budget' } });
  expect(openGate(walk).purpose).toBe('budget');
  expect(walk.state.status).toBe('waiting');
  record(walk, [draftAnswer(openGate(walk), { option: 'continue' }, walk.now)]);
  expect(settle(walk)).toEqual(['research']);
  finish(walk, 'research');
  expect(walk.state.status).toBe('completed');
});

test('where a way cannot be followed from the background a person is asked', () => {
  const walk = begin([research(), cli('use')], 'defaults: { on_failure: use }');
  settle(walk);
  finish(walk, 'research', broken());
  expect(openGate(walk)).toMatchObject({ node: 'research', purpose: 'failure' });
});

test('progress counts what works in the background and nothing behind it', () => {
  const walk = begin([
    research(),
    'choose: { type: if, condition: "true", then: last, else: other }',
    cli('other'),
    cli('last'),
  ]);
  settle(walk);
  finish(walk, 'last');
  expect(progressOf(walk.graph, walk.state)).toEqual({ done: 2, total: 3 });
});

test('what people must fill in is asked on the way, before it is handed over', () => {
  const walk = begin([research('', '{{ask_user}}'), cli('a')]);
  expect(settle(walk)).toEqual([]);
  record(walk, [draftAnswer(openGate(walk), { option: 'submit', values: { prompt: 'Tea' } }, walk.now)]);
  expect(settle(walk)).toEqual(['a', 'research']);
  expect(inputOf(walk, 'research')).toMatchObject({ prompt: 'Tea' });
});
