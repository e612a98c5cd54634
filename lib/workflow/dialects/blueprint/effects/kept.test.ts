// Consequences that become more than one effect, and those that a model carries out.
import { describe, expect, test } from 'vitest';
import { madeOf } from '../../../../testing/workflow/blueprint-file.ts';

const head = `initial_state:
  phase: start
  sources: []
  flags: { ready: false }
  computed: { page: null, text: "" }`;

describe('a log', () => {
  test('is kept in the run’s data, with the time of each entry', () => {
    const { made } = madeOf(
      '{ type: init_log, workflow_name: w }, { type: log_node, node: a, outcome: success }, { type: log_warning, message: Old }, { type: log_entry, level: debug, message: m, context: { a: 1 } }, { type: finalize_log, outcome: success }',
      head,
    );
    expect(made).toEqual([
      {
        type: 'set_state',
        field: 'log',
        value: { metadata: { workflow_name: 'w', timestamp: '${now()}' }, node_history: [], entries: [] },
      },
      {
        type: 'append_state',
        field: 'log.node_history',
        value: { node: 'a', outcome: 'success', timestamp: '${now()}' },
      },
      { type: 'log_entry', level: 'warning', message: 'Old' },
      {
        type: 'append_state',
        field: 'log.entries',
        value: { message: 'Old', level: 'warning', timestamp: '${now()}' },
      },
      { type: 'log_entry', level: 'debug', message: 'm' },
      {
        type: 'append_state',
        field: 'log.entries',
        value: { message: 'm', context: { a: 1 }, level: 'debug', timestamp: '${now()}' },
      },
      { type: 'merge_state', field: 'log', value: { outcome: 'success', ended_at: '${now()}', timestamp: '${now()}' } },
    ]);
  });

  test('is written where the file says, and is where the file keeps it', () => {
    const { made } = madeOf(
      '{ type: init_log, store_as: computed.log }, { type: write_log, location: logs/, filename: "a.yaml", format: yaml }',
      head,
    );
    expect(made.at(-1)).toEqual({ type: 'write_file', path: 'logs/a.yaml', content: '${computed.log ?? null}' });
  });

  test.each([
    'log_source_status',
    'log_source_changes',
    'log_index_update',
    'log_event',
    'log_session_snapshot',
    'log_error',
  ])('%s is an entry', (type) => {
    expect(madeOf(`{ type: ${type}, message: m }`, head).made.at(-1)).toMatchObject({
      type: 'append_state',
      field: 'log.entries',
    });
  });
});

describe('a script', () => {
  const script = (text: string) =>
    madeOf(`{ type: run_command, interpreter: bash, command: ${JSON.stringify(text)} }`, head).made[0];

  test('gets values in its environment and never in its text', () => {
    expect(script('echo ${computed.page.url} "${phase}"')).toMatchObject({
      script: 'echo ${computed_page_url} "${phase}"',
      env: { computed_page_url: '${(computed?.page?.url)}', phase: '${(phase)}' },
    });
  });

  test('keeps what belongs to the shell', () => {
    expect(script('for name in *; do echo ${name##*-} ${arguments:-none}; done')).toMatchObject({
      script: 'for name in *; do echo ${name##*-} ${arguments:-none}; done',
      env: { arguments: '${(inputs.arguments)}' },
    });
  });

  test('reads a value between single quotes too', () => {
    expect(script("echo '${phase}/x'")).toMatchObject({ script: `echo ''"\${phase}"'/x'` });
  });
});

describe('what has no native words', () => {
  test('a value is worked out by a model from the text as it is, and kept as the file says', () => {
    const { made, codes, told } = madeOf(
      '{ type: compute, expression: "phase.replace(/x$/, \'\')", store_as: short }',
      head,
    );
    expect(made).toMatchObject([
      {
        node: 'ai',
        prompt: expect.stringContaining("phase.replace(/x$/, '')"),
        output_schema: { required: ['answer'] },
      },
      { type: 'set_state', field: 'computed.short', value: '${prev.answer}' },
    ]);
    expect(codes).toEqual(['by_model']);
    expect(told[0]).toMatch('a model works it out');
  });

  test.each([
    [
      '{ type: set_state, field: phase, value: "${sources | length}" }',
      { type: 'set_state', field: 'phase', value: '${prev.answer}' },
    ],
    [
      '{ type: append_state, field: sources, value: "${text | fromjson}" }',
      { type: 'append_state', field: 'sources', value: '${prev.answer}' },
    ],
    [
      '{ type: evaluate, expression: "sources | length > 0", set_flag: ready }',
      { type: 'set_flag', flag: 'ready', value: '${prev.answer}' },
    ],
    [
      '{ type: set_flag, flag: ready, value: "${a | b}" }',
      { type: 'set_flag', flag: 'ready', value: '${prev.answer}' },
    ],
  ])('%s', (written, kept) => {
    expect(madeOf(written, head).made).toMatchObject([{ node: 'ai' }, kept]);
  });

  test('an unknown consequence, one that lacks something, and prose are carried out by a model, with what they store', () => {
    const one = madeOf('{ type: discover_things, depth: 2, store_as: computed.things }', head);
    expect(one.made).toMatchObject([{ node: 'task', action: expect.stringContaining('"depth": 2') }]);
    expect(one.nodes[0]?.save).toEqual({ things: expect.stringContaining('result?.things') });
    expect(madeOf('{ type: read_file, path: "${a | b}", store_as: x }', head).made).toMatchObject([{ node: 'task' }]);
    expect(madeOf('{ type: inline, description: d, pseudocode: "SET state.phase = 2" }', head).nodes[0]?.save).toEqual({
      phase: expect.anything(),
    });
    expect(madeOf('{ type: apply_log_retention, strategy: days }', head).codes).toEqual(['by_model']);
  });

  test('words that people read keep it as it is written', () => {
    const { made, codes } = madeOf('{ type: display_message, message: "Has ${sources | length}" }', head);
    expect(made).toEqual([{ type: 'display_message', message: 'Has $${sources | length}' }]);
    expect(codes).toEqual(['kept_as_written']);
  });

  test('an action is divided around it, and goes on where it was', () => {
    const { nodes } = madeOf(
      '{ type: set_flag, flag: ready }, { type: discover }, { type: set_state, field: phase, value: x }',
      head,
    );
    expect(nodes.map(({ id, type, next, on_failure }) => [id, type, next, on_failure])).toEqual([
      ['first', 'action', 'first__2', 'failed'],
      ['first__2', 'task', 'first__3', 'failed'],
      ['first__3', 'action', 'done', 'failed'],
    ]);
  });

  test('a rollback stands alone, wherever it is written', () => {
    const { nodes } = madeOf(
      '{ type: write_file, path: a, content: b }, { type: rollback_checkpoint, name: x }, { type: set_flag, flag: ready }',
      head,
    );
    expect(nodes.map(({ fields }) => (fields.do as { type: string }[]).map(({ type }) => type))).toEqual([
      ['write_file'],
      ['rollback_checkpoint'],
      ['set_flag'],
    ]);
  });

  test('agents for each item work at the same time', () => {
    const { nodes } = madeOf(
      '{ type: spawn_agents_parallel, agent_type: scanner, foreach: sources, prompt_template: "Scan ${item.id}", collect_as: computed.found }',
      head,
    );
    expect(nodes.map(({ id, type }) => [id, type])).toEqual([
      ['first', 'map'],
      ['first__each', 'agent'],
    ]);
    expect(nodes[0]).toMatchObject({
      fields: { items: '${sources}', body: 'first__each' },
      save: { found: '${result}' },
    });
    expect(nodes[1]?.fields).toMatchObject({ agent: 'scanner', prompt: 'Scan ${item.id}' });
  });

  test('what a consequence says beyond what can be done is told', () => {
    expect(madeOf('{ type: set_flag, flag: ready, because: x }', head).told).toEqual([
      'node "first": "because" means nothing here and is left out',
    ]);
  });
});
