// Document 003, "Workflow State Model": one story a section.
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { applyEvent } from '../../lib/engine/fold/apply-event.ts';
import type { RunState } from '../../lib/engine/state.ts';
import { stage } from './stage.ts';

const scene = stage();

const addSource = `
gatehouse: 1
name: add-source
version: "1.0.0"
state: { phase: setup, source_type: null, source_url: null, flags: { config_found: false, is_first_source: false }, computed: { config: { sources: [] } } }
nodes:
  locate_corpus: { type: action, do: [{ type: set_flag, flag: config_found, value: true }] }
  check_url_provided: { type: if, condition: { type: state_not_null, field: source_url }, then: done, else: ask_source_type }
  ask_source_type:
    type: gate
    kind: question
    message: Which type?
    options: [{ id: git, label: Git repository }, { id: web, label: Web page }]
    on: { git: keep_type, web: keep_type, other: keep_type }
  keep_type:
    type: action
    do:
      - { type: set_state, field: source_type, value: "\${user_responses.ask_source_type.id}" }
      - { type: append_state, field: computed.config.sources, value: { id: polars } }
      - { type: evaluate, expression: "len(computed.config.sources) == 1", set_flag: is_first_source }
      - { type: create_checkpoint, name: before_clone }
  show:
    type: action
    do:
      - type: display_message
        message: "Node: \${current_node}, type: \${source_type}, found=\${flags.config_found}, sources: \${computed.config.sources.length}, first: \${computed.config.sources[0].id}, last: \${history[-1].node}"
  done: { type: end, message: "Added \${computed.config.sources[0].id}" }
`;

test('State Structure: identity, position, history, responses, computed, flags, checkpoints and own fields', async () => {
  const played = await scene.play(addSource, { people: () => 'git' });
  const { state } = played.run;
  expect(state).toMatchObject({
    workflow_name: 'add-source',
    workflow_version: '1.0.0',
    current_node: 'done',
    previous_node: 'show',
    custom: { phase: 'setup', source_type: 'git', source_url: null },
    flags: { config_found: true, is_first_source: true },
    computed: { config: { sources: [{ id: 'polars' }] } },
    checkpoints: { before_clone: expect.anything() },
  });
  expect(state.user_responses.ask_source_type).toMatchObject({ id: 'git', raw: { selected: 'Git repository' } });
  expect(state.history.tail.map(({ node, outcome }) => [node, outcome])).toEqual([
    ['locate_corpus', { success: true }],
    ['check_url_provided', { branch: false }],
    ['ask_source_type', { response: 'git' }],
    ['keep_type', { success: true }],
    ['show', { success: true }],
    ['done', { success: true, ended: 'success' }],
  ]);
});

test('State Access Patterns and Debugging State: dots, indexes from both ends, values in texts', async () => {
  const played = await scene.play(addSource, { people: () => 'git' });
  expect(
    played
      .of('output')
      .find(({ node }) => node === 'show')
      ?.data.text.trim(),
  ).toBe('Node: show, type: git, found=true, sources: 1, first: polars, last: keep_type');
});

test('State Dump and State Examples: the whole state as YAML, as it is where the run waits', async () => {
  const waiting = await scene.play(addSource);
  const dump = parse(await scene.record(waiting, 'state'));
  expect(dump).toMatchObject({
    workflow_name: 'add-source',
    workflow_version: '1.0.0',
    current_node: 'ask_source_type',
    previous_node: 'check_url_provided',
    flags: { config_found: true, is_first_source: false },
    computed: { config: { sources: [] } },
    user_responses: {},
    phase: 'setup',
    source_type: null,
  });
  expect(dump.history).toMatchObject([
    { node: 'locate_corpus', outcome: { success: true } },
    { node: 'check_url_provided', outcome: { branch: false } },
  ]);
});

test('User Responses: an answer in one’s own words is "other", with its text', async () => {
  const other = { option: 'other', values: { text: 'https://github.com/pola-rs/polars' } };
  const played = await scene.play(addSource, { people: () => other });
  expect(played.run.state.user_responses.ask_source_type).toMatchObject({
    id: 'other',
    raw: { text: 'https://github.com/pola-rs/polars' },
  });
});

test('Checkpoints: a rollback restores the data, never the history', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Rollback
state: { computed: { n: 1 } }
nodes:
  keep: { type: action, do: [{ type: create_checkpoint, name: before }] }
  change: { type: action, do: [{ type: set_state, field: computed.n, value: 2 }] }
  back: { type: action, do: [{ type: rollback_checkpoint, name: before }] }
  done: { type: end, message: "\${computed.n}" }
`);
  expect(played.run.message).toBe('1');
  expect(played.path).toEqual(['keep', 'change', 'back', 'done']);
});

test('State Lifecycle and Persistence: the state is the fold of its events, over turns and restarts', async () => {
  const waiting = await scene.play(addSource);
  expect(waiting.run).toMatchObject({ status: 'waiting', current_node: 'ask_source_type' });
  await scene.engine.restart();
  const played = await scene.goOn(waiting.id, () => 'web');
  const folded = played.events.reduce<RunState | null>((state, event) => applyEvent(state, event), null);
  expect(folded).toEqual(played.run.state);
  expect(played.run.state.custom.source_type).toBe('web');
});

test('On Error: what was changed stays, and on_failure leads on', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Error
nodes:
  work: { type: action, do: [{ type: set_state, field: computed.a, value: 1 }, { type: read_file, path: missing, store_as: b }], on_failure: told }
  never: { type: end }
  told: { type: end, outcome: error, message: "\${computed.a}: \${error.message}", recovery: Run init first }
`);
  expect(played.run.status).toBe('failed');
  expect(played.run.message).toMatch(/^1: .*missing/);
});

test('State Validation and Type Coercion: strings, numbers and lists stay what they are, flags are booleans', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Types
nodes:
  set:
    type: action
    do:
      - { type: set_state, field: computed.type, value: git }
      - { type: set_state, field: computed.count, value: 42 }
      - { type: append_state, field: computed.urls, value: { path: /api } }
      - { type: set_flag, flag: found, value: true }
`);
  expect(played.run.state.computed).toEqual({ type: 'git', count: 42, urls: [{ path: '/api' }] });
  expect(played.run.state.flags).toEqual({ found: true });
});
