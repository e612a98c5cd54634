import { describe, expect, test } from 'vitest';
import {
  answer,
  broken,
  eventsOf,
  finishedNodes,
  ok,
  openGate,
  storyOf,
  type Walk,
  walkRun,
} from '../../testing/engine/walk.ts';

const optionIds = (walk: Walk) => openGate(walk).options.map(({ id }) => id);

describe('approval asks once: before if it says so, else after', () => {
  // ┌──────┐ ask  ┌──────┐
  // │ work ├─────►│ done │
  // └──────┘      └──────┘
  test.each([
    ['before', ['work asked before:0', 'work answered yes', 'work started', 'work completed']],
    ['after', ['work started', 'work completed', 'work asked after:0', 'work answered yes']],
  ])('when: %s', (when, story) => {
    const walk = walkRun(`
       work: { type: cli, command: [work], gate: { kind: approval, when: ${when} } }
       done: { type: end }`);
    expect(optionIds(walk)).toEqual(['yes', 'no']);
    answer(walk, 'yes');
    expect(storyOf(walk).slice(0, 4)).toEqual(story);
    expect(eventsOf(walk, 'gate_opened')).toHaveLength(1);
  });

  test('without when it asks after', () => {
    expect(openGate(walkRun('  work: { type: cli, command: [work], gate: { kind: approval } }')).slot).toBe('after:0');
  });

  test('retries do not ask again', () => {
    const walk = walkRun('  work: { type: cli, command: [work], retry: { attempts: 3 }, gate: { when: before } }', {
      outcome: ({ attempt }) => (attempt < 3 ? broken() : ok()),
    });
    answer(walk, 'yes');
    expect(walk.state.status).toBe('completed');
    expect(eventsOf(walk, 'gate_opened')).toHaveLength(1);
  });

  test('every visit asks anew', () => {
    const walk = walkRun(
      `
       work: { type: cli, command: [work], gate: { when: before } }
       again: { type: if, condition: "work.visits < 2", then: work, else: complete }`,
      { answer: () => ({ option: 'yes' }) },
    );
    expect(eventsOf(walk, 'gate_opened').map(({ visit }) => visit)).toEqual([1, 2]);
  });
});

describe('“no” without a target opens Retry / Skip / Abort', () => {
  //          no
  // ┌──────┐ ──► Retry / Skip / Abort
  // │ work │ yes ┌──────┐
  // └──────┴────►│ done │
  //              └──────┘
  const gated = (when: string) => `
       work: { type: cli, command: [work], gate: { when: ${when} } }
       done: { type: end }`;

  test.each(['before', 'after'])('a gate %s asks what now, and keeps the run', (when) => {
    const walk = walkRun(gated(when));
    answer(walk, 'no');
    expect(openGate(walk)).toMatchObject({ purpose: 'rejected', node: 'work' });
    expect(openGate(walk).message).toContain('ada');
    expect(optionIds(walk)).toEqual(['retry', 'skip', 'abort']);
    expect(walk.state.status).toBe('waiting');
  });

  test('Retry of a rejected question asks it again, and the work runs only after yes', () => {
    const walk = walkRun(gated('before'));
    answer(walk, 'no');
    answer(walk, 'retry');
    expect(openGate(walk).slot).toBe('before:0');
    expect(eventsOf(walk, 'node_started')).toEqual([]);
    answer(walk, 'yes');
    expect(finishedNodes(walk)).toEqual(['work', 'done']);
  });

  test('Retry after the second of two questions was rejected asks that one again before any work', () => {
    const walk = walkRun(`
       work: { type: cli, command: [work], gate: [{ when: before, message: One? }, { when: before, message: Two? }] }`);
    answer(walk, 'yes');
    answer(walk, 'no');
    answer(walk, 'retry');
    expect(openGate(walk)).toMatchObject({ slot: 'before:1', message: 'Two?' });
    expect(eventsOf(walk, 'node_started')).toEqual([]);
    answer(walk, 'yes');
    expect(walk.state.status).toBe('completed');
  });

  test('Retry of rejected work runs it again and asks again', () => {
    const walk = walkRun(gated('after'));
    answer(walk, 'no');
    answer(walk, 'retry');
    expect(openGate(walk).slot).toBe('after:0');
    expect(eventsOf(walk, 'node_started').map(({ attempt }) => attempt)).toEqual([1, 2]);
    answer(walk, 'yes');
    expect(walk.state.status).toBe('completed');
  });

  test('Retry of a rejected gate node asks again', () => {
    const walk = walkRun('  ask: { type: gate, kind: approval }');
    answer(walk, 'no');
    answer(walk, 'retry');
    expect(openGate(walk)).toMatchObject({ purpose: 'node', slot: 'self' });
    answer(walk, 'yes');
    expect(walk.state.status).toBe('completed');
  });

  test.each(['before', 'after'])('Skip leaves the node out and goes on (%s)', (when) => {
    const walk = walkRun(gated(when));
    answer(walk, 'no');
    answer(walk, 'skip');
    expect(finishedNodes(walk).at(-1)).toBe('done');
    expect(walk.state.nodes.work?.status).toBe('skipped');
    expect(eventsOf(walk, 'node_skipped')[0]?.data.reason).toBe('person');
  });

  test.each(['before', 'after'])('Abort cancels the run, by whom (%s)', (when) => {
    const walk = walkRun(gated(when));
    answer(walk, 'no');
    answer(walk, 'abort', {}, 'grace');
    expect(walk.state.status).toBe('cancelled');
    expect(eventsOf(walk, 'run_cancelled')[0]?.data.by).toBe('grace');
  });

  //          no ┌─────────┐
  // ┌──────┐ ──►│ instead │
  // │ work │    └─────────┘
  // └──────┘
  test.each(['before', 'after'])('“no” with a target goes there (%s)', (when) => {
    const walk = walkRun(`
       work: { type: cli, command: [work], gate: { when: ${when}, on: { no: instead } } }
       done: { type: end }
       instead: { type: end }`);
    answer(walk, 'no');
    expect(finishedNodes(walk)).toEqual(['work', 'instead']);
    expect(eventsOf(walk, 'node_started').some(({ node }) => node === 'work')).toBe(when === 'after');
  });
});

describe('out of attempts, a person decides: Retry / Skip / Abort', () => {
  // ┌──────┐   ┌──────┐
  // │ work ├──►│ done │
  // └──┬───┘   └──────┘
  //    └ fails ► Retry / Skip / Abort
  const file = `
       work: { type: cli, command: [work] }
       done: { type: end }`;
  const failsOnce = { outcome: ({ attempt }: { attempt: number }) => (attempt === 1 ? broken('disk full') : ok()) };

  test('the gate says what went wrong, and where each answer leads', () => {
    const walk = walkRun(file, failsOnce);
    expect(openGate(walk)).toMatchObject({ purpose: 'failure', node: 'work', kind: 'question' });
    expect(openGate(walk).show).toEqual([{ label: null, text: 'disk full', artifact: null }]);
    expect(optionIds(walk)).toEqual(['retry', 'skip', 'abort']);
    expect(openGate(walk).options.map(({ leads_to }) => leads_to)).toEqual([
      'work runs again',
      'leaves work out and goes on',
      'the run fails',
    ]);
  });

  test('U23 an answer that ends a branch says so: the file has it, no data decide it', () => {
    const walk = walkRun(`
       both: { type: parallel, branches: { a: ask, b: work } }
       done: { type: end }
       ask: { type: gate, kind: approval, next: join }
       work: { type: cli, command: [work], next: join }`);
    expect(openGate(walk).options.map(({ id, leads_to }) => [id, leads_to])).toEqual([
      ['yes', 'ends this branch'],
      ['no', 'asks whether to retry, skip or abort'],
    ]);
  });

  test('what a failed program printed is never read as a template', () => {
    const walk = walkRun(file, { outcome: () => broken('${inputs.password} and ${missing}') });
    expect(openGate(walk).show[0]?.text).toBe('${inputs.password} and ${missing}');
  });

  test('Retry tries again', () => {
    const walk = walkRun(file, failsOnce);
    answer(walk, 'retry');
    expect(finishedNodes(walk)).toEqual(['work', 'work', 'done']);
    expect(walk.state.status).toBe('completed');
  });

  test('Skip goes on without it', () => {
    const walk = walkRun(file, failsOnce);
    answer(walk, 'skip');
    expect(walk.state).toMatchObject({ status: 'completed', nodes: { work: { status: 'skipped' } } });
  });

  test('Abort fails the run and says who and why', () => {
    const walk = walkRun(file, failsOnce);
    answer(walk, 'abort', {}, 'grace');
    expect(walk.state.status).toBe('failed');
    expect(walk.state.message).toContain('grace');
    expect(walk.state.message).toContain('disk full');
  });
});

describe('a person’s answer is the run’s data', () => {
  const file = `
       ask:
         type: gate
         kind: question
         options: [{ id: yes, label: Publish }, { id: no, label: Write again }]
         form: { note: { type: text } }
         save: { picked: "\${answer.option}", by: "\${answer.by}" }
       done: { type: end, message: "\${user_responses.ask.id}: \${user_responses.ask.values.note}" }`;

  test('user_responses holds id, raw and values; answer is the whole of it', () => {
    const walk = walkRun(file);
    answer(walk, 'no', { note: 'too long' });
    expect(walk.state.user_responses.ask).toEqual({
      id: 'no',
      raw: { selected: 'Write again' },
      values: { note: 'too long' },
    });
    expect(walk.state.computed).toEqual({ picked: 'no', by: 'ada' });
    expect(walk.state.message).toBe('no: too long');
    expect(walk.state.history.tail[0]).toMatchObject({ node: 'ask', outcome: { response: 'no' } });
  });

  test('an answer to a question of the engine is not a user response', () => {
    const walk = walkRun('  work: { type: cli, command: [work] }', { outcome: () => broken() });
    answer(walk, 'skip');
    expect(walk.state.user_responses).toEqual({});
  });
});

describe('a checkpoint that asks offers Continue / Pause / Abort', () => {
  // ┌──────┐   ┌──────┐
  // │ keep ├──►│ done │
  // └──────┘   └──────┘
  const file = `
       keep: { type: checkpoint, label: Before it all, auto_continue: false }
       done: { type: end }`;

  test('the snapshot is taken before the question', () => {
    const walk = walkRun(file);
    expect(optionIds(walk)).toEqual(['continue', 'pause', 'abort']);
    expect(openGate(walk)).toMatchObject({ purpose: 'checkpoint', id: `g${walk.state.seq}` });
    expect(walk.state.checkpoints.keep).toMatchObject({ label: 'Before it all', seq: walk.state.seq - 1 });
  });

  test('Continue goes on', () => {
    const walk = walkRun(file);
    answer(walk, 'continue');
    expect(finishedNodes(walk)).toEqual(['keep', 'done']);
  });

  test('Pause pauses after it, and resuming goes on without asking again', () => {
    const walk = walkRun(file);
    answer(walk, 'pause');
    expect(walk.state).toMatchObject({ status: 'paused', nodes: { keep: { status: 'completed' } } });
    expect(eventsOf(walk, 'gate_opened')).toHaveLength(1);
  });

  test('Abort cancels the run', () => {
    const walk = walkRun(file);
    answer(walk, 'abort');
    expect(walk.state.status).toBe('cancelled');
  });

  test('a checkpoint that does not ask goes on by itself', () => {
    const walk = walkRun('  keep: { type: checkpoint }\n  done: { type: end }');
    expect(walk.state.status).toBe('completed');
    expect(Object.keys(walk.state.checkpoints)).toEqual(['keep']);
    expect(eventsOf(walk, 'gate_opened')).toEqual([]);
  });
});
