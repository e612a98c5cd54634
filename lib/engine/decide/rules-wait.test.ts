import { describe, expect, test } from 'vitest';
import { restarted } from '../../testing/engine/stored-run.ts';
import {
  answer,
  eventsOf,
  finishedNodes,
  firstSecond,
  hour,
  later,
  newWalk,
  openGate,
  passTime,
  record,
  send,
  type Walk,
  walkRun,
} from '../../testing/engine/walk.ts';
import { nextEffects } from './interpreter.ts';
import type { CallEnd } from './walk-wait.ts';

/** What the engine would do at that time: the kind of it, or when to look again. */
const wakesAt = ({ graph, state }: Walk, at: string) =>
  nextEffects(graph, state, at).map((effect) => (effect.kind === 'wake' ? effect.at : effect.kind));

// ┌──────┐   ┌──────┐
// │ wait ├──►│ done │
// └──────┘   └──────┘
const file = (fields: string) => `
       hold: { type: wait, ${fields} }
       done: { type: end, message: "\${hold.result ?? 'nothing'}" }`;

describe('wait goes on at its time, never early', () => {
  test.each([
    ['for a duration', 'for: 2h', later(2 * hour)],
    ['until a time', 'until: 2026-01-03T12:00:00+02:00', '2026-01-03T10:00:00.000Z'],
    ['until a time that the data gives', 'until: "${inputs.then}"', '2026-01-05T00:00:00.000Z'],
    ['until a time that has passed: at once', 'until: 2025-12-31T00:00:00Z', firstSecond],
  ])('%s', (_, fields, then) => {
    const head = 'inputs: { then: { type: string, default: x } }';
    const walk = walkRun(file(fields), { head, inputs: { then: '2026-01-05' } });
    expect(walk.state.status).toBe('completed');
    expect(eventsOf(walk, 'node_completed')[0]).toMatchObject({ node: 'hold', at: then });
  });

  test('a millisecond before nothing happens, also after a restart; then it goes on', () => {
    const waits = `
       fork: { type: parallel, branches: { one: hold, two: ask }, next: complete }
       hold: { type: wait, for: 2h, next: join }
       ask: { type: gate, kind: approval, next: join }`;
    const walk = restarted(walkRun(waits));
    expect(wakesAt(walk, later(2 * hour - 1))).toEqual([later(2 * hour)]);
    passTime(walk, 2 * hour - 1);
    expect(walk.state.nodes.hold?.status).toBe('waiting');
    const again = restarted(walk);
    passTime(again, 1);
    expect(again.state.nodes.hold).toMatchObject({ status: 'completed', ended_at: later(2 * hour) });
  });

  test('a wait is a visit like any other: in a loop it waits in every round', () => {
    const walk = walkRun(`
       rounds: { type: loop, body: hold, done: complete, max: 3 }
       hold: { type: wait, for: 1h }
       back: { type: end_loop, loop: rounds }`);
    expect(walk.state).toMatchObject({ status: 'completed', ended_at: later(3 * hour) });
  });
});

describe('wait for a signal', () => {
  test('the run waits, and goes on with what the signal carries', () => {
    const walk = walkRun(file('signal: go'));
    expect(walk.state).toMatchObject({ status: 'waiting', nodes: { hold: { status: 'waiting' } } });
    send(walk, 'other', 1);
    expect(walk.state.status).toBe('waiting');
    send(walk, 'go', 'it is time');
    expect(walk.state).toMatchObject({ status: 'completed', message: 'it is time' });
    expect(walk.state.signals).toEqual({ other: [1] });
  });

  test('a signal that came before the wait is kept, and each is taken once, oldest first', () => {
    const walk = newWalk(
      walkRun(`
       one: { type: wait, signal: go }
       two: { type: wait, signal: go }
       three: { type: wait, signal: go }`).graph,
    );
    send(walk, 'go', 'first');
    send(walk, 'go', 'second');
    expect(walk.state.outputs).toEqual({ one: 'first', two: 'second' });
    expect(walk.state).toMatchObject({ status: 'waiting', current_node: 'three', signals: {} });
  });

  test('timeout: fails at its deadline and not before; an earlier signal wins', () => {
    const late = walkRun(file('signal: go, timeout: 1h, on_failure: fail'));
    expect(late.state).toMatchObject({ status: 'failed', ended_at: later(hour) });
    expect(late.state.message).toContain('nothing came');
    const inTime = newWalk(late.graph);
    record(inTime, nextDrafts(inTime));
    record(inTime, nextDrafts(inTime));
    expect(wakesAt(inTime, later(hour - 1))).toEqual([later(hour)]);
    inTime.now = later(hour - 1);
    send(inTime, 'go', 'just in time');
    expect(inTime.state).toMatchObject({ status: 'completed', message: 'just in time', ended_at: later(hour - 1) });
  });

  test('timeout with retry: every attempt waits its whole time', () => {
    const walk = walkRun(file('signal: go, timeout: 1h, retry: { attempts: 3 }, on_failure: skip'));
    expect(walk.state).toMatchObject({
      status: 'completed',
      ended_at: later(3 * hour),
      nodes: { hold: { attempts: 3 } },
    });
  });
});

function nextDrafts({ graph, state, now }: Walk) {
  const [effect] = nextEffects(graph, state, now);
  if (effect?.kind !== 'record') throw new Error('there is nothing to record');
  return effect.drafts;
}

describe('call runs another workflow and waits for its end', () => {
  // ┌───────┐ ⇢ other run ┌──────┐
  // │ child ├────────────►│ done │
  // └───────┘             └──────┘
  const calling = (fields: string) => `
       child: { type: call, workflow: "\${inputs.which}", inputs: { n: "\${inputs.n}" }, ${fields} }
       done: { type: end, message: "\${computed.sum ?? 'none'} \${prev.run}" }`;
  const head = 'inputs: { which: { type: string }, n: { type: number } }\nstate: { phase: one, flags: { on: false } }';
  const start = (fields: string) => walkRun(calling(fields), { head, inputs: { which: 'adder', n: 4 } });

  const callOf = (walk: Walk) => {
    const call = nextEffects(walk.graph, walk.state, walk.now).find((effect) => effect.kind === 'call');
    if (!call) throw new Error('nothing is called');
    return call;
  };
  const ended = (status: CallEnd['status'] = 'completed'): CallEnd => ({
    run: 'run-2',
    status,
    message: status === 'completed' ? null : 'it broke',
    data: { computed: { deep: 1 }, flags: { on: true }, custom: { phase: 'two' } },
    outputs: { total: { value: 9 } },
  });
  const end = (walk: Walk, status?: CallEnd['status']) => send(walk, callOf(walk).signal, ended(status));

  test('what is called, and with what, is worked out once and kept in the event that claims it', () => {
    const walk = start('mode: spawn');
    const call = { workflow: 'adder', mode: 'spawn', inputs: { n: 4 }, outputs: {} };
    expect(callOf(walk)).toMatchObject({ node: 'child', call });
    expect(eventsOf(walk, 'node_started')[0]?.data.wait?.call).toEqual(call);
    expect(callOf(restarted(walk))).toEqual(callOf(walk));
    expect(walk.state.status).toBe('running');
  });

  test('spawn: only the outputs come back', () => {
    const walk = start('mode: spawn, outputs: { sum: "${result.outputs.total.value}" }');
    end(walk);
    expect(walk.state).toMatchObject({ status: 'completed', message: '9 run-2', custom: { phase: 'one' } });
    expect(walk.state.computed).toEqual({ sum: 9 });
    expect(walk.state.flags).toEqual({ on: false });
  });

  test('inline: what it changed comes back too', () => {
    const walk = start('mode: inline');
    end(walk);
    expect(walk.state).toMatchObject({ computed: { deep: 1 }, flags: { on: true }, custom: { phase: 'two' } });
  });

  test.each(['failed', 'cancelled'] as const)('a run that %s is a failure of the node; Retry calls anew', (status) => {
    const walk = start('mode: spawn');
    const first = callOf(walk).signal;
    end(walk, status);
    expect(openGate(walk).show[0]?.text).toContain('it broke');
    answer(walk, 'retry');
    expect(callOf(walk).signal).not.toBe(first);
    end(walk);
    expect(finishedNodes(walk)).toEqual(['child', 'child', 'done']);
  });

  test('timeout: a run that does not end in time is a failure', () => {
    const walk = start('mode: spawn, timeout: 1h, on_failure: fail');
    expect(walk.state).toMatchObject({ status: 'failed', ended_at: later(hour) });
  });
});
