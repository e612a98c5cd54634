import { describe, expect, test } from 'vitest';
import { answer, broken, ok, record, type WalkOptions, walkRun } from '../testing/engine/walk.ts';

/** What `${expression}` gives in a node that comes after these. */
function seen(expression: string, nodes: string, options: WalkOptions = {}): unknown {
  const probe = `       probe: { type: action, do: [{ type: compute, expression: ${JSON.stringify(expression)}, store_as: seen }] }`;
  const walk = walkRun(`${nodes}\n${probe}`, options);
  const gate = Object.values(walk.state.gates)[0];
  if (gate) throw new Error(gate.show[0]?.text ?? gate.message);
  return walk.state.computed.seen;
}

const work = `
       work: { type: cli, command: [work] }`;
const giving = (result: unknown): WalkOptions => ({ outcome: () => ok(result) });

describe('a node’s outputs are extracted after it succeeded', () => {
  test.each([
    ['list_windows', 'windows'],
    ['find_text', 'matches'],
    ['find_image', 'matches'],
  ])('the list that %s gives is also its %s', (tool, name) => {
    const look = `
       work: { type: tool, server: screen, tool: ${tool} }`;
    const allowed: WalkOptions = {
      head: 'servers: { screen: { command: screen } }',
      answer: () => ({ option: 'allow' }),
    };
    expect(seen(`work.${name}[1].x`, look, { ...giving([{ x: 4 }, { x: 5 }]), ...allowed })).toBe(5);
  });

  // ┌──────┐   ┌───────┐
  // │ work ├──►│ probe │
  // └──────┘   └───────┘
  test.each([
    ['work.success', { a: 1 }, true],
    ['work.result', { a: 1 }, { a: 1 }],
    ['work.a', { a: 1 }, 1],
    ["nodes['work'].a", { a: 1 }, 1],
    ['work.result', null, ''],
    ['work.result', 'plain', 'plain'],
    ['work.output', { stdout: 'printed' }, 'printed'],
    ['work.visits', null, 1],
    ['work.status', null, 'completed'],
  ])('%s of %j is %j', (expression, result, value) => {
    expect(seen(expression, work, giving(result))).toEqual(value);
  });

  test.each([
    ['work.found', [{ x: 4 }, { x: 5 }], true],
    ['work.count', [{ x: 4 }, { x: 5 }], 2],
    ['work.x', [{ x: 4 }, { x: 5 }], 4],
    ['work.result[1].x', [{ x: 4 }, { x: 5 }], 5],
    ['work.found', [], false],
    ['work.count', [], 0],
  ])('of a list: %s of %j is %j', (expression, result, value) => {
    expect(seen(expression, work, giving(result))).toEqual(value);
  });
});

describe('prev is the last completed node that did work', () => {
  // ┌──────┐   ┌──────┐   ┌─────┐   ┌────────┐   ┌───────┐
  // │ work ├──►│ keep ├──►│ ask ├──►│ choose ├──►│ probe │
  // └──────┘   └──────┘   └─────┘   └────────┘   └───────┘
  test('checkpoints, gates and control nodes are passed over', () => {
    const nodes = `${work}
       keep: { type: checkpoint }
       ask: { type: gate, kind: approval }
       choose: { type: if, condition: "1 == 1", then: next }`;
    const yes: WalkOptions = { ...giving({ stdout: 'words' }), answer: () => ({ option: 'yes' }) };
    expect(seen('prev.output', nodes, yes)).toBe('words');
    expect(seen('prev.stdout', nodes, yes)).toBe('words');
  });

  test('previous_node is the node the run came from, whatever it is', () => {
    expect(seen('previous_node', `${work}\n       keep: { type: checkpoint }`)).toBe('keep');
    expect(seen('current_node', work)).toBe('probe');
  });
});

describe('result, answer and history', () => {
  test('result is this node’s work', () => {
    const walk = walkRun(
      `
       work: { type: cli, command: [work], conditions: [{ if: "result.n == 3", then: done }] }
       other: { type: end, outcome: failure }
       done: { type: end }`,
      giving({ n: 3 }),
    );
    expect(walk.state.status).toBe('completed');
  });

  test('after a question result is its answer, and answer is all of it', () => {
    const walk = walkRun(`
       work:
         type: cli
         command: [work]
         gate: { kind: question, options: [{ id: good }, { id: bad }], form: { note: { type: text } } }
         conditions: [{ if: "result == 'bad' && answer.by == 'ada' && answer.values.note == 'odd'", then: done }]
       other: { type: end, outcome: failure }
       done: { type: end }`);
    answer(walk, 'bad', { note: 'odd' });
    expect(walk.state.status).toBe('completed');
  });

  test('history[-1] is the last finished visit', () => {
    expect(seen('history[-1].node', work)).toBe('work');
    expect(seen('history[-1].outcome.success', work)).toBe(true);
  });

  test('user_responses holds what people said, with the values of the form', () => {
    const nodes = `
       ask: { type: gate, kind: form, form: { size: { type: integer } } }`;
    const options: WalkOptions = { answer: () => ({ option: 'submit', values: { size: 3 } }) };
    expect(seen('user_responses.ask.values.size + 1', nodes, options)).toBe(4);
    expect(seen('user_responses.ask.id', nodes, options)).toBe('submit');
  });
});

describe('names', () => {
  const head = 'state: { phase: draft, size: 1, flags: { size: true, done: false }, computed: { size: 3 } }';

  test('bare names fall back computed → flags → user_responses → custom', () => {
    expect(seen('size', work, { head })).toBe(3);
    expect(seen('done', work, { head })).toBe(false);
    expect(seen('phase', work, { head })).toBe('draft');
  });

  test('inputs, workflow_name, workflow_version, workspace and run are there', () => {
    const options = { head: 'inputs: { a: { type: number } }', inputs: { a: 7 } };
    expect(seen('inputs.a', work, options)).toBe(7);
    expect(seen("workflow_name + ' ' + workflow_version", work)).toBe('Walk 1.0.0');
    expect(seen('workspace', work)).toBe('/workspace');
    expect(seen('run.id', work)).toBe('run-1');
  });

  test('now() is the time of the event being decided', () => {
    expect(seen('now()', work)).toBe('2026-01-01T00:00:00.000Z');
  });

  test('a missing reference is an error naming the path, except left of ?? and after ?.', () => {
    expect(() => seen('computed.nothing.here', work)).toThrow('computed.nothing');
    expect(() => seen('work.nothing', work, giving({ a: 1 }))).toThrow('work.nothing');
    expect(seen("computed.nothing ?? 'else'", work)).toBe('else');
    expect(seen('computed?.nothing?.here', work)).toBe(null);
  });

  test('the files that a model wrote come before its last words', () => {
    const during: WalkOptions['during'] = (walk, { node, visit, attempt }) => {
      for (const name of ['work.md', 'notes.md']) {
        const data = { id: name, name, type: 'text/markdown', size: 1, sha256: '' };
        record(walk, [{ type: 'artifact_saved', node, visit, attempt, data }]);
      }
    };
    const write = `
       work: { type: ai, prompt: Write notes.md. }`;
    expect(seen('work.artifacts.map(file => file.name)', write, { during })).toEqual(['notes.md', 'work.md']);
  });

  // work ─ fails ─► handle ─► … ─► probe
  const handled: WalkOptions = { outcome: ({ node }) => (node === 'work' ? broken('no disk') : ok()) };
  const handling = `
       work: { type: cli, command: [work], on_failure: handle }
       never: { type: end }
       handle: { type: cli, command: [handle] }`;

  test('error is the failure that led this way, for whatever comes after it', () => {
    expect(seen('error.message', handling, handled)).toBe('no disk');
    expect(seen("error?.code ?? 'none'", work)).toBe('none');
  });

  test('a failed node gives null and says that it failed', () => {
    expect(seen('work.success', handling, handled)).toBe(false);
    expect(seen('work.result', handling, handled)).toBe(null);
    expect(seen('work.status', handling, handled)).toBe('failed');
  });

  test('a skipped node gives null', () => {
    expect(seen('work.result', work, { outcome: () => broken(), head: 'defaults: { on_failure: skip }' })).toBe(null);
    expect(seen('work.success', work, { outcome: () => broken(), head: 'defaults: { on_failure: skip }' })).toBe(false);
  });
});
