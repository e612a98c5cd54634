import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { oneAction, said } from '../../testing/engine/one-action.ts';
import { eventsOf, finishedNodes, firstSecond, openGate, walkRun } from '../../testing/engine/walk.ts';

const head = `
state:
  phase: draft
  count: 2
  flags: { ready: false }
  computed: { list: [1], group: { a: 1, b: 1 }, text: hello, nothing: null }
`;

const { act, told } = oneAction(head);

describe('effects on data', () => {
  it.each([
    ['set_state sets a custom field', '{ type: set_state, field: phase, value: done }', { custom: { phase: 'done' } }],
    [
      'set_state makes what is missing on the way',
      '{ type: set_state, field: computed.a.b, value: "${count}" }',
      { computed: { a: { b: 2 } } },
    ],
    [
      'set_state reaches into a list from its end',
      '{ type: set_state, field: "computed.list[-1]", value: 9 }',
      { computed: { list: [9] } },
    ],
    [
      'a part of the path may be a template',
      '{ type: set_state, field: "computed.by.${phase}", value: 1 }',
      { computed: { by: { draft: 1 } } },
    ],
    [
      'append_state adds to a list',
      '{ type: append_state, field: computed.list, value: { path: /api } }',
      { computed: { list: [1, { path: '/api' }] } },
    ],
    ['append_state begins one', '{ type: append_state, field: computed.new, value: 1 }', { computed: { new: [1] } }],
    ['clear_state leaves null', '{ type: clear_state, field: computed.list }', { computed: { list: null } }],
    ['clear_state of a flag leaves false', '{ type: clear_state, field: flags.ready }', { flags: { ready: false } }],
    [
      'merge_state replaces keys and keeps the others',
      '{ type: merge_state, field: computed.group, value: { b: 2, c: "${phase}" } }',
      { computed: { group: { a: 1, b: 2, c: 'draft' } } },
    ],
    [
      'mutate_state increments by one',
      '{ type: mutate_state, operation: increment, field: count }',
      { custom: { count: 3 } },
    ],
    [
      'mutate_state increments what is not there yet, by any number',
      '{ type: mutate_state, operation: increment, field: computed.n, value: -2.5 }',
      { computed: { n: -2.5 } },
    ],
    [
      'mutate_state does the others too',
      '{ type: mutate_state, operation: append, field: computed.list, value: 2 }',
      { computed: { list: [1, 2] } },
    ],
    ['set_flag sets true when nothing is said', '{ type: set_flag, flag: ready }', { flags: { ready: true } }],
    ['a flag becomes a boolean', '{ type: set_flag, flag: ready, value: "${count}" }', { flags: { ready: true } }],
    [
      'set_state coerces a flag too',
      '{ type: set_state, field: flags.ready, value: "${computed.text}" }',
      { flags: { ready: true } },
    ],
    [
      'evaluate keeps an answer as a flag',
      '{ type: evaluate, expression: "len(computed.list) == 1", set_flag: single }',
      { flags: { single: true } },
    ],
    [
      'compute keeps any value under its name',
      '{ type: compute, expression: "count * 2", store_as: double }',
      { computed: { double: 4 } },
    ],
    [
      'a leading "computed." of store_as is the same name',
      '{ type: compute, expression: "count * 2", store_as: computed.double }',
      { computed: { double: 4 } },
    ],
    ['set_timestamp keeps the time', '{ type: set_timestamp, store_as: at }', { computed: { at: firstSecond } }],
    [
      'compute_hash hashes a text as it is',
      '{ type: compute_hash, from: computed.text, store_as: hash }',
      { computed: { hash: `sha256:${createHash('sha256').update('hello').digest('hex')}` } },
    ],
    [
      'compute_hash hashes anything else as JSON',
      '{ type: compute_hash, from: computed.list, store_as: hash }',
      { computed: { hash: `sha256:${createHash('sha256').update('[1]').digest('hex')}` } },
    ],
  ])('%s', (_, effect, state) => {
    const walk = act(effect);
    expect(walk.state.status).toBe('completed');
    expect(walk.state).toMatchObject(state);
  });

  it('later effects see earlier ones, by their bare name too', () => {
    const walk = act(
      '{ type: compute, expression: "count + 1", store_as: n }, { type: compute, expression: "n + 1", store_as: m }',
    );
    expect(walk.state.computed).toMatchObject({ n: 3, m: 4 });
  });

  it('a place that cannot be saved to fails the node, and the run goes on from there', () => {
    const walk = act('{ type: set_flag, flag: ready }', '', ', save: { "computed.list[7]": 1 }');
    expect(openGate(walk).show[0]?.text).toContain('points outside a list of 1 items');
    expect(walk.state.flags.ready).toBe(true);
  });

  it('what the node saves sees what its effects did', () => {
    const walk = act('{ type: set_state, field: phase, value: done }', '', ', save: { seen: "${phase}" }');
    expect(walk.state.computed.seen).toBe('done');
  });
});

describe('the first failure stops', () => {
  const three =
    '{ type: set_flag, flag: ready }, { type: display_message, message: one }, { type: compute, expression: "computed.missing", store_as: x }, { type: set_state, field: phase, value: never }';

  test('what was done before it stays, and on_failure applies', () => {
    const walk = act(three, '  end: { type: end }\n  mend: { type: end }', ', on_failure: mend');
    expect(walk.state.flags.ready).toBe(true);
    expect(walk.state.custom.phase).toBe('draft');
    expect(said(walk)).toEqual(['one\n']);
    expect(eventsOf(walk, 'node_failed')[0]?.data.error).toMatchObject({
      code: 'effect_failed',
      message: 'do[2] compute: "computed.missing" is not set',
    });
    expect(finishedNodes(walk)).toEqual(['act', 'mend']);
  });

  test('it is not tried again, which would do twice what stays done', () => {
    const walk = act(three, '', ', retry: { attempts: 3 }');
    expect(eventsOf(walk, 'node_started')).toHaveLength(1);
    expect(openGate(walk).purpose).toBe('failure');
  });

  it.each([
    ['{ type: append_state, field: computed.text, value: 1 }', '"computed.text" is not a list'],
    ['{ type: merge_state, field: computed.list, value: { a: 1 } }', '"computed.list" is not a group of keys'],
    ['{ type: merge_state, field: computed.group, value: [1] }', 'only a group of keys can be merged'],
    ['{ type: mutate_state, operation: increment, field: phase }', '"phase" is not a number'],
    ['{ type: mutate_state, operation: increment, field: count, value: x }', 'by a number'],
    ['{ type: compute_hash, from: computed.nothing, store_as: x }', 'there is nothing to hash'],
    ['{ type: set_state, field: "computed.list[5]", value: 1 }', 'points outside a list of 1 items'],
    ['{ type: set_state, field: "computed.__proto__.x", value: 1 }', 'is not a path that can be set'],
    ['{ type: display_table, headers: [a], rows: "${phase}" }', 'the rows of a table must be a list'],
    ['{ type: dynamic_route, action: "${computed.nothing}" }', 'gives null, not a node id'],
    ['{ type: dynamic_route, action: "${computed.text} there" }', 'gives "hello there", not a node id'],
    ['{ type: match_3vl_rules, flags: { a: maybe }, rules: [], store_as: x }', '"a" is "maybe", not T, F or U'],
    ['{ type: match_3vl_rules, flags: {}, rules: "${phase}", store_as: x }', 'rules does not fit'],
  ])('%s fails', (effect, message) => {
    expect(openGate(act(effect)).show[0]?.text).toContain(message);
  });
});

describe('what an action tells people is recorded as output, before the node is done', () => {
  it('messages, tables as Markdown, and values as JSON, in order and with their offsets', () => {
    const walk = act(
      [
        '{ type: display_message, message: "Phase ${phase}" }',
        '{ type: display_table, title: T, headers: [A, B], rows: [[1, x]] }',
        '{ type: display, format: json, content: "${computed.list}" }',
        '{ type: display, format: table, content: [{ k: v }] }',
        '{ type: display, content: plain, title: Note }',
      ].join(', '),
    );
    expect(said(walk)).toEqual([
      'Phase draft\n',
      '**T**\n\n| A | B |\n| --- | --- |\n| 1 | x |\n',
      '```json\n[\n  1\n]\n```\n',
      '| k |\n| --- |\n| v |\n',
      '**Note**\n\nplain\n',
    ]);
    const outputs = eventsOf(walk, 'output');
    expect(outputs[0]).toMatchObject({ node: 'act', visit: 1, attempt: 1, data: { stream: 'message', offset: 0 } });
    expect(outputs[1]?.data.offset).toBe('Phase draft\n'.length);
    expect(outputs.at(-1)?.seq).toBeLessThan(eventsOf(walk, 'node_completed')[0]?.seq ?? 0);
  });

  it('but not where the node’s trace is off', () => {
    expect(said(act('{ type: display_message, message: x }', '', ', trace: minimal'))).toEqual([]);
  });
});

describe('what a person meant', () => {
  const wish = (words: string) => `{ type: set_state, field: computed.wish, value: "${words}" }`;

  it.each([
    ['Please CREATE one', 'init'],
    ['sync it', 'refresh'],
    ['new sync', 'init'],
    ['nothing of it', null],
  ])('evaluate_keywords finds the first set with a word of "%s"', (words, intent) => {
    const sets = '{ init: [create, new], refresh: [update, sync] }';
    const walk = act(
      `${wish(words)}, { type: evaluate_keywords, input: "\${computed.wish}", keyword_sets: ${sets}, store_as: intent }`,
    );
    expect(walk.state.computed.intent).toBe(intent);
  });

  it('parse_intent_flags says T, F or U, and negative keywords come first', () => {
    const flags = '{ help: { keywords: [help], negative_keywords: [no help] }, init: { keywords: [Create] }, x: {} }';
    const walk = act(
      `${wish('no help, just create')}, { type: parse_intent_flags, input: "\${computed.wish}", flag_definitions: ${flags}, store_as: intent_flags }`,
    );
    expect(walk.state.computed.intent_flags).toEqual({ help: 'F', init: 'T', x: 'U' });
  });

  //  ┌───────┐ winner  ┌──────┐
  //  │ route ├────────►│ init │
  //  └───────┘         └──────┘
  it('the whole way from words to a node', () => {
    const walk = walkRun(
      `
  parse:
    type: action
    do:
      - { type: parse_intent_flags, input: create a new one, flag_definitions: { create: { keywords: [create] }, query: { keywords: [find] } }, store_as: flags_found }
      - type: match_3vl_rules
        flags: "\${flags_found}"
        rules:
          - { name: make, conditions: { create: T }, action: init }
          - { name: look, conditions: { query: T }, action: find }
        store_as: computed.matches
  clear: { type: if, condition: computed.matches.clear_winner, then: route, else: ask }
  route: { type: action, do: [{ type: dynamic_route, action: "\${computed.matches.winner.action}" }] }
  ask: { type: end, outcome: failure }
  find: { type: end, outcome: failure }
  init: { type: end }`,
    );
    expect(finishedNodes(walk)).toEqual(['parse', 'clear', 'route', 'init']);
    expect(walk.state.computed.dynamic_target).toBe('init');
  });

  it('a target that is written out is checked like any other', () => {
    expect(told('{ type: dynamic_route, action: actt }')).toEqual([
      'node "act" points to unknown node "actt"; did you mean "act"?',
    ]);
  });
});

describe('a slip in an effect is told when the file is loaded', () => {
  it.each([
    ['{ type: set_state, field: phase }', 'node "act": "do[0]" needs "value"'],
    ['{ type: mutate_state, operation: set, field: phase }', 'node "act": "do[0]" needs "value"'],
    [
      '{ type: set_state, field: computed, value: 1 }',
      'node "act": "do[0].field" must be a path that can be set, like computed.count, flags.ready or phase',
    ],
    [
      '{ type: compute, expression: "1", store_as: flags.x }',
      'node "act": "do[0].store_as" must be a name in computed, like total or computed.total',
    ],
    [
      '{ type: set_state, field: history, value: 1 }',
      'node "act" cannot set "history"; set computed, flags or a field of the state',
    ],
    [
      '{ type: set_flag, flag: ready, valu: true }',
      'node "act": "do[0]" has an unknown key "valu"; did you mean "value"?',
    ],
    [
      '{ type: compute, expression: "1 +", store_as: x }',
      'node "act": "do[0].expression" cannot be read as an expression: the expression ends too early',
    ],
    [
      '{ type: compute_hash, from: computd.x, store_as: x }',
      'node "act": "do[0].from" refers to unknown name "computd"; did you mean "computed"?',
    ],
  ])('%s', (effect, problem) => {
    expect(told(effect)).toEqual([problem]);
  });
});
