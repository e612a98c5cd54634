import { expect, it } from 'vitest';
import { answer, eventsOf, record, walkRun } from '../testing/engine/walk.ts';
import { applyEvent } from './fold/apply-event.ts';

const head = `
state:
  phase: start
  source_type: null
  source_url: null
  flags: { config_found: false, manifest_detected: false, is_first_source: false }
`;

//  ┌───────────────┐   ┌────────────────────┐ no ┌─────────────────┐ git ┌─────────────────┐   ┌───────────────┐
//  │ locate_corpus ├──►│ check_url_provided ├───►│ ask_source_type ├────►│ collect_git_url ├──►│ execute_clone │
//  └───────────────┘   └────────────────────┘    └─────────────────┘     └─────────────────┘   └───────────────┘
const nodes = `
  locate_corpus:
    type: action
    do:
      - { type: set_state, field: computed.config, value: { schema_version: 2, corpus: { name: polars }, sources: [] } }
      - { type: set_flag, flag: config_found, value: true }
      - { type: evaluate, expression: "len(config.sources) == 0", set_flag: is_first_source }
  check_url_provided:
    { type: if, condition: { type: state_not_null, field: source_url }, then: collect_git_url, else: ask_source_type }
  ask_source_type:
    type: gate
    kind: question
    message: Where from?
    options: [{ id: git, label: Git repository }, { id: web, label: Web }]
    on: { git: collect_git_url, web: fail }
  collect_git_url:
    type: action
    do:
      - { type: set_state, field: source_type, value: "\${user_responses.ask_source_type.id}" }
      - { type: set_state, field: computed.source_id, value: polars }
      - { type: set_state, field: computed.repo_url, value: "https://example.org/\${computed.source_id}" }
      - { type: create_checkpoint, name: before_clone }
  execute_clone:
    type: action
    do:
      - { type: set_flag, flag: clone_succeeded }
      - { type: append_state, field: computed.config.sources, value: { id: "\${computed.source_id}" } }
      - { type: set_state, field: computed.files_count, value: 42 }
      - type: display_message
        message: |
          - Node: \${current_node}
          - Source type: \${source_type}
          - Flags: config_found=\${flags.config_found}, manifest=\${flags.manifest_detected}
          - Computed sources: \${computed.config.sources.length}
          - Before: \${history[-1].node}
  success: { type: end, message: "Found \${computed.files_count} files in \${source_type} source" }
`;

it('the states of the add-source example follow one another', () => {
  const walk = walkRun(nodes, { head });

  // After the configuration was read, and the URL was found missing.
  expect(walk.state).toMatchObject({
    workflow_version: '1.0.0',
    current_node: 'ask_source_type',
    previous_node: 'check_url_provided',
    computed: { config: { schema_version: 2, corpus: { name: 'polars' }, sources: [] } },
    flags: { config_found: true, manifest_detected: false, is_first_source: true },
    user_responses: {},
    custom: { phase: 'start', source_type: null, source_url: null },
  });
  expect(walk.state.history.tail.map(({ node, outcome }) => ({ node, outcome }))).toEqual([
    { node: 'locate_corpus', outcome: { success: true } },
    { node: 'check_url_provided', outcome: { branch: false } },
  ]);

  answer(walk, 'git');

  expect(walk.state.user_responses.ask_source_type).toMatchObject({ id: 'git', raw: { selected: 'Git repository' } });
  expect(walk.state.checkpoints).toHaveProperty('before_clone');
  expect(walk.state).toMatchObject({
    status: 'completed',
    message: 'Found 42 files in git source',
    computed: { config: { sources: [{ id: 'polars' }] }, source_id: 'polars', files_count: 42 },
    flags: { config_found: true, is_first_source: true, clone_succeeded: true },
    custom: { source_type: 'git' },
  });
  expect(eventsOf(walk, 'output')[0]?.data.text).toBe(
    '- Node: execute_clone\n- Source type: git\n- Flags: config_found=true, manifest=false\n- Computed sources: 1\n- Before: collect_git_url\n',
  );
});

it('a run starts fresh: the initial state, no answers, no history', () => {
  const [created] = walkRun(nodes, { head }).events;
  const state = applyEvent(null, created as NonNullable<typeof created>);
  expect(state).toMatchObject({
    workflow_version: '1.0.0',
    current_node: 'locate_corpus',
    previous_node: null,
    history: { length: 0, tail: [] },
    user_responses: {},
    computed: {},
    flags: { config_found: false, manifest_detected: false, is_first_source: false },
    checkpoints: {},
    custom: { phase: 'start', source_type: null, source_url: null },
  });
});

it('rolled_back restores computed, flags, custom and user_responses, and nothing else', () => {
  const walk = walkRun(nodes, { head });
  const before = walk.state;
  const response = { id: 'web', raw: { selected: 'Web' }, values: {} };
  const data = {
    checkpoint: 'x',
    computed: { a: 1 },
    flags: { f: true },
    custom: { phase: 'old' },
    user_responses: { ask_source_type: response },
  };
  record(walk, [{ type: 'rolled_back', data }]);
  const { checkpoint, ...restored } = data;
  expect(walk.state).toEqual({ ...before, ...restored, seq: before.seq + 1 });
});
