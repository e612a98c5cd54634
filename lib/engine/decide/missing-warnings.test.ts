import { describe, expect, test } from 'vitest';
import { answer, eventsOf, graphOf, ok, openGate, type WalkOptions, walkGraph } from '../../testing/engine/walk.ts';
import type { Graph } from '../../workflow/graph.ts';

const head = 'state: { computed: { list: [] } }';

function walk(nodes: string, missing: Graph['missing'], options: WalkOptions = {}) {
  return walkGraph({ ...graphOf(nodes, head), missing }, { outcome: () => ok({ stdout: 'said' }), ...options });
}

const warned = (run: ReturnType<typeof walk>) =>
  eventsOf(run, 'warning').map(({ node, data }) => [node, /"(.*?)"/.exec(data.message)?.[1]]);

// look ─► ask ─► choose ─┬► other
//                        └► done
const nodes = `
  look:
    type: cli
    command: [look, "\${computed.list[0]}"]
    save: { seen: "\${result.stderr}" }
    checks: ["result.nothing != 'x'"]
  ask: { type: gate, kind: question, message: "About \${look.topic}?", options: [{ id: go }] }
  choose: { type: if, condition: "look.topic == 'x'", then: other, else: done }
  other: { type: end, outcome: failure }
  done: { type: end, message: "[\${look.topic}]" }`;

describe('where missing references are empty', () => {
  test('fields, saves, checks, questions, conditions and messages go on, and each is warned of', () => {
    const run = walk(nodes, 'empty');
    expect(run.state.computed.seen).toBe('');
    const gate = openGate(run);
    expect(gate.message).toBe('About ?');
    // A gate is named after its event, so the warning comes behind it.
    expect(run.events.find(({ seq }) => `g${seq}` === gate.id)?.type).toBe('gate_opened');
    answer(run, 'go');
    expect(run.state).toMatchObject({ status: 'completed', message: '[]' });
    expect(warned(run)).toEqual([
      ['look', 'computed.list[0]'],
      ['look', 'result.stderr'],
      ['look', 'result.nothing'],
      ['ask', 'look.topic'],
      ['choose', 'look.topic'],
      ['done', 'look.topic'],
    ]);
    expect(run.events.at(-1)?.type).toBe('run_completed');
  });

  test('what is left out on purpose is not warned of', () => {
    const run = walk('  done: { type: end, message: "${computed.list[0] ?? \'none\'}" }', 'empty');
    expect(run.state).toMatchObject({ message: 'none', warnings: [] });
  });

  // each ─► again ─► each
  test('each path is warned of once at each node, however often it is read', () => {
    const run = walk(
      `
  round: { type: loop, body: say, max: 3, done: done }
  say: { type: cli, command: [say, "\${computed.list[0]}", "\${computed.list[0]}"] }
  back: { type: end_loop, loop: round }
  done: { type: end }`,
      'empty',
    );
    expect(run.state).toMatchObject({ status: 'completed', nodes: { say: { visits: 3 } } });
    expect(warned(run)).toEqual([['say', 'computed.list[0]']]);
  });

  test('the outputs of a skipped node are empty too', () => {
    const run = walk(
      `
  draft: { type: cli, command: [draft], enabled: false }
  tell: { type: cli, command: [tell, "\${draft.stdout}"], save: { text: "\${draft.stdout}", whole: "\${draft.result}" } }`,
      'empty',
    );
    expect(run.state.computed).toMatchObject({ text: '', whole: '' });
  });
});

test('where they are null, nothing is warned of', () => {
  const run = walk(nodes, 'null', { answer: () => ({ option: 'go' }) });
  expect(run.state).toMatchObject({ status: 'completed', computed: { seen: null }, warnings: [] });
});

test('where they are an error, the first one is a failure of its node', () => {
  const run = walk(nodes, 'error');
  expect(eventsOf(run, 'node_failed')).toMatchObject([
    { node: 'look', data: { error: { message: '"computed.list[0]" is not set; the list has 0 items' } } },
  ]);
});
