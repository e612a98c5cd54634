import { describe, expect, test } from 'vitest';
import { fold } from '../../testing/engine/stored-run.ts';
import {
  answer,
  broken,
  eventsOf,
  finishedNodes,
  goOn,
  graphOf,
  hour,
  later,
  ok,
  openGate,
  openGates,
  passTime,
  record,
  storyOf,
  type WalkOptions,
  walkGraph,
  walkRun,
} from '../../testing/engine/walk.ts';
import { nextEffects } from './interpreter.ts';

describe('out of attempts, on_failure decides', () => {
  // ┌──────┐   ┌──────┐
  // │ work ├──►│ done │
  // └──┬───┘   └──────┘
  //    │ on_failure  ┌────────┐
  //    └────────────►│ mend   │
  //                  └────────┘
  const file = (onFailure: string) => `
       work: { type: cli, command: [work], retry: { attempts: 2 }${onFailure} }
       done: { type: end, message: fine }
       mend: { type: end, message: "\${history[-1].outcome.error}" }`;
  const walk = (onFailure: string) => walkRun(file(onFailure), { outcome: () => broken('disk full') });

  test('a target: the run goes there', () => {
    const { state } = walk(', on_failure: mend');
    expect(state.history.tail.map(({ node }) => node)).toEqual(['work', 'mend']);
    expect(state.nodes.work?.status).toBe('failed');
    expect(state).toMatchObject({ status: 'completed', message: 'disk full' });
  });

  test('skip: skipped with a warning, and the run goes on', () => {
    const skipped = walk(', on_failure: skip');
    expect(finishedNodes(skipped)).toEqual(['work', 'work', 'done']);
    expect(skipped.state.nodes.work?.status).toBe('skipped');
    expect(skipped.state.warnings).toMatchObject([{ node: 'work', message: 'work failed and was skipped: disk full' }]);
  });

  test('fail: the run fails with the node’s own words', () => {
    expect(walk(', on_failure: fail').state).toMatchObject({ status: 'failed', message: 'disk full' });
  });

  test('escalate: the administrators are asked', () => {
    expect(openGate(walk(', on_failure: escalate'))).toMatchObject({
      purpose: 'failure',
      assignees: ['administrators'],
    });
  });

  test.each(['', ', on_failure: ask'])('ask is the default: the run waits for a person%s', (onFailure) => {
    expect(openGate(walk(onFailure)).purpose).toBe('failure');
    expect(walk(onFailure).state.status).toBe('waiting');
  });

  test('a decision that cannot be made is a failure like any other', () => {
    const choice = walkRun(`
       choose: { type: if, condition: "computed.none > 1", then: complete, on_failure: mend }
       mend: { type: end }`);
    expect(finishedNodes(choice)).toEqual(['choose', 'mend']);
    expect(eventsOf(choice, 'node_failed')[0]?.data.error.message).toContain('computed.none');
  });
});

describe('info continues by itself unless auto_continue: false', () => {
  // ┌──────┐   ┌──────┐
  // │ tell ├──►│ done │
  // └──────┘   └──────┘
  test('an automatic answer is recorded as by: auto', () => {
    const walk = walkRun('  tell: { type: gate, kind: info, message: Half way }\n  done: { type: end }');
    expect(walk.state.status).toBe('completed');
    expect(eventsOf(walk, 'gate_answered')[0]?.data.answer).toMatchObject({ option: 'continue', by: 'auto' });
  });

  test('auto_continue: false waits for a person', () => {
    const walk = walkRun('  tell: { type: gate, kind: info, message: Half way, auto_continue: false }');
    expect(openGate(walk).options.map(({ id }) => id)).toEqual(['continue']);
    answer(walk, 'continue');
    expect(walk.state.status).toBe('completed');
  });

  test.each(['[]', 'null'])(
    'options that turn out to be %s leave an answer in one’s own words, where that is taken',
    (list) => {
      const ask = (on: string) =>
        walkRun(`  ask: { type: gate, kind: question, options: "\${list}", on: { ${on} } }\n  end: { type: end }`, {
          head: `state: { list: ${list} }`,
        });
      expect(openGate(ask('selected: end, other: end')).options.map(({ id }) => id)).toEqual(['other']);
      expect(eventsOf(ask('selected: end'), 'node_failed')).toHaveLength(1);
    },
  );

  test('other kinds wait, with the options their kind has', () => {
    const options = (spec: string) => openGate(walkRun(`  ask: { type: gate, ${spec} }`)).options.map(({ id }) => id);
    expect(options('kind: approval')).toEqual(['yes', 'no']);
    expect(options('kind: form, form: { name: { type: string } }')).toEqual(['submit']);
    expect(options('kind: question, options: [{ id: on }, { id: off }]')).toEqual(['on', 'off']);
  });
});

describe('an expired gate takes its declared answer or escalates', () => {
  // ┌─────┐ yes ┌──────┐
  // │ ask ├────►│ done │
  // └──┬──┘     └──────┘
  //    │ no     ┌───────┐
  //    └───────►│ again │
  //             └───────┘
  const file = (expires: string, more = '') => `
       ask: { type: gate, kind: question, options: [{ id: yes }, { id: no }], on: { no: again }, expires: ${expires}${more} }
       done: { type: end }
       again: { type: end }`;

  test('nothing happens before its time; the engine says when to look again', () => {
    const walk = walkRun(file('{ after: 2h, then: no }'));
    const expiry = later(2 * hour);
    expect(nextEffects(walk.graph, walk.state, walk.now)).toEqual([{ kind: 'wake', at: expiry }]);
    passTime(walk, 2 * hour - 1);
    expect(openGate(walk).expires_at).toBe(expiry);
  });

  test('the declared answer is given by: auto', () => {
    const walk = walkRun(file('{ after: 2h, then: no }'));
    passTime(walk, 2 * hour);
    expect(finishedNodes(walk)).toEqual(['ask', 'again']);
    expect(eventsOf(walk, 'gate_expired')).toHaveLength(1);
    expect(eventsOf(walk, 'gate_answered')[0]?.data.answer).toMatchObject({ option: 'no', by: 'auto' });
  });

  test.each(['', ', on_failure: skip', ', on_failure: fail', ', on_failure: done'])(
    'without one it escalates, whatever on_failure says%s',
    (onFailure) => {
      const walk = walkRun(file('{ after: 2h }', onFailure));
      passTime(walk, 2 * hour);
      expect(openGate(walk)).toMatchObject({ purpose: 'failure', assignees: ['administrators'] });
      expect(openGate(walk).show[0]?.text).toContain('in time');
      answer(walk, 'retry');
      expect(openGate(walk)).toMatchObject({ purpose: 'node', slot: 'self' });
    },
  );

  test('nothing is approved by silence: an expired gate before the work is asked again, the work does not run', () => {
    const walk = walkRun('  work: { type: cli, command: [work], gate: { when: before, expires: { after: 1h } } }');
    passTime(walk, hour);
    answer(walk, 'retry');
    expect(openGate(walk)).toMatchObject({ purpose: 'node', slot: 'before:0' });
    expect(eventsOf(walk, 'node_started')).toEqual([]);
  });

  test('an approval that expires with no asks what now', () => {
    const walk = walkRun('  ask: { type: gate, kind: approval, expires: { after: 1h, then: no } }');
    passTime(walk, hour);
    expect(openGate(walk).purpose).toBe('rejected');
  });

  test('an answer in time wins over the clock', () => {
    const walk = walkRun(file('{ after: 2h, then: no }'));
    answer(walk, 'yes');
    passTime(walk, 3 * hour);
    expect(finishedNodes(walk)).toEqual(['ask', 'done']);
    expect(eventsOf(walk, 'gate_expired')).toEqual([]);
  });
});

describe('a visit that was running when the process died is interrupted', () => {
  // ┌──────┐   ┌──────┐
  // │ work ├──►│ done │
  // └──────┘   └──────┘
  const file = (more: string) => `
       work: { type: cli, command: [work]${more} }
       done: { type: end, message: "\${work.result}" }`;
  const diesOnce: WalkOptions = { outcome: ({ attempt }) => (attempt === 1 ? 'interrupted' : ok('second')) };

  test('an idempotent one is retried without asking', () => {
    const walk = walkRun(file(', idempotent: true'), diesOnce);
    expect(storyOf(walk).slice(0, 4)).toEqual(['work started', 'work interrupted', 'work started', 'work completed']);
    expect(walk.state.message).toBe('second');
    expect(eventsOf(walk, 'gate_opened')).toEqual([]);
  });

  test('others open a gate Retry / Skip / Mark done', () => {
    const walk = walkRun(file(''), diesOnce);
    expect(openGate(walk)).toMatchObject({ purpose: 'interrupted', node: 'work' });
    expect(openGate(walk).options.map(({ id }) => id)).toEqual(['retry', 'skip', 'mark_done']);
  });

  test('Retry runs it again as the next attempt', () => {
    const walk = walkRun(file(''), diesOnce);
    answer(walk, 'retry');
    expect(eventsOf(walk, 'node_started').map(({ node, attempt }) => [node, attempt])).toEqual([
      ['work', 1],
      ['work', 2],
      ['done', 1],
    ]);
    expect(walk.state.message).toBe('second');
  });

  test('Skip goes on without it', () => {
    const walk = walkRun(file('').replace('${work.result}', 'skipped'), diesOnce);
    answer(walk, 'skip');
    expect(walk.state).toMatchObject({ status: 'completed', nodes: { work: { status: 'skipped' } } });
  });

  test('Mark done takes values.result as what it produced', () => {
    const walk = walkRun(file(''), diesOnce);
    answer(walk, 'mark_done', { result: 'by hand' });
    expect(walk.state.message).toBe('by hand');
    expect(walk.state.nodes.work?.status).toBe('completed');
    expect(walk.state.history.tail[0]?.outcome).toEqual({ success: true, marked_done_by: 'ada' });
  });

  test('an interruption is not a failed attempt', () => {
    const walk = walkRun(file(', idempotent: true, retry: { attempts: 2 }, on_failure: fail'), {
      outcome: ({ attempt }) => (attempt === 1 ? 'interrupted' : attempt === 2 ? broken() : ok('third')),
    });
    expect(walk.state.message).toBe('third');
  });
});

describe('a run continues at the first unfinished visit', () => {
  // ┌───┐   ┌─────┐   ┌───┐
  // │ a ├──►│ ask ├──►│ b │
  // └───┘   └─────┘   └───┘
  test('a finished visit is never run again, also when the state was stored and read back', () => {
    const ran: string[] = [];
    const walk = walkRun(
      `
       a: { type: cli, command: [a] }
       ask: { type: gate, kind: approval }
       b: { type: cli, command: [b] }`,
      {
        outcome: ({ node }) => {
          ran.push(node);
          return ok();
        },
      },
    );
    expect(ran).toEqual(['a']);
    walk.state = JSON.parse(JSON.stringify(walk.state));
    answer(walk, 'yes');
    expect(ran).toEqual(['a', 'b']);
  });

  test('what is next is a function of the state alone', () => {
    // Every state on the way, of this graph and of one that was loaded again.
    const nodes = '  a: { type: cli, command: [a, "${run.id}"], gate: { when: before } }';
    const walk = walkRun(nodes, { answer: () => ({ option: 'yes' }) });
    const kinds = walk.events.map(({ seq }) => {
      const state = fold(walk.events.slice(0, seq));
      const next = nextEffects(walk.graph, state, walk.now);
      expect(nextEffects(graphOf(nodes), structuredClone(state), walk.now)).toEqual(next);
      return next.map(({ kind }) => kind).join();
    });
    // Created, started, asked (which waits for people), answered, claimed, finished, ended.
    expect(kinds).toEqual(['record', 'record', '', 'record', 'execute', 'record', '']);
  });
});

describe('pause stops new work; resume goes on', () => {
  // ┌───┐   ┌───┐
  // │ a ├──►│ b │
  // └───┘   └───┘
  const actor = { by: 'ada', via: 'test' };

  test('a paused run does nothing, and an answer given meanwhile is kept', () => {
    const walk = walkRun('  ask: { type: gate, kind: approval }\n  b: { type: cli, command: [b] }');
    record(walk, [{ type: 'run_paused', data: actor }]);
    expect(walk.state.status).toBe('paused');
    answer(walk, 'yes');
    expect(walk.state.status).toBe('paused');
    expect(eventsOf(walk, 'node_started').map(({ node }) => node)).toEqual(['ask']);
    record(walk, [{ type: 'run_resumed', data: actor }]);
    goOn(walk);
    expect(finishedNodes(walk)).toEqual(['ask', 'b']);
  });

  test('the running attempt may finish while paused; what follows waits', () => {
    const graph = graphOf('  a: { type: cli, command: [a] }\n  b: { type: cli, command: [b] }');
    const walk = walkGraph(graph, {
      outcome: () => ok('done'),
      during: (running, { node }) => {
        if (node === 'a') record(running, [{ type: 'run_paused', data: actor }]);
      },
    });
    expect(walk.state).toMatchObject({
      status: 'paused',
      outputs: { a: 'done' },
      nodes: { a: { status: 'completed' } },
    });
    expect(eventsOf(walk, 'node_started').map(({ node }) => node)).toEqual(['a']);
    record(walk, [{ type: 'run_resumed', data: actor }]);
    goOn(walk);
    expect(finishedNodes(walk)).toEqual(['a', 'b']);
  });

  test('a paused gate does not expire', () => {
    const walk = walkRun('  ask: { type: gate, kind: approval, expires: { after: 1h, then: no } }');
    record(walk, [{ type: 'run_paused', data: actor }]);
    passTime(walk, 2 * hour);
    expect(openGates(walk)).toHaveLength(1);
  });
});
