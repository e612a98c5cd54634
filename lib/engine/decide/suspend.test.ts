import { describe, expect, test } from 'vitest';
import type { Outcome, Suspended } from '../../nodes/contract/outcome.ts';
import { expectSameFold, restarted } from '../../testing/engine/stored-run.ts';
import {
  answer,
  eventsOf,
  ok,
  openGate,
  passTime,
  record,
  send,
  storyOf,
  type Walk,
  type Work,
  walkRun,
} from '../../testing/engine/walk.ts';
import type { RunEvent } from '../events.ts';
import { forkedState } from '../rewind/fork-state.ts';

// work → done
const nodes = `
  work: { type: cli, command: [work] }
  done: { type: end, message: "\${work.result}" }`;

const asks = (args: Record<string, unknown>): Suspended => ({
  suspended: { reason: 'tool', tool: 'files.write_file', arguments: args, description: 'Writes a file' },
});

/** Suspends at its beginning and ends with what it went on with. */
const once =
  (first: Suspended) =>
  ({ resumed }: Work): Outcome | Suspended =>
    resumed ? ok(resumed) : first;

describe('an attempt that needs a person for a tool', () => {
  const args = { path: 'a.txt', text: 'costs ${amount}' };

  test('opens a gate with the exact arguments, which are never read as templates', () => {
    const walk = walkRun(nodes, { outcome: once(asks(args)) });
    expect(walk.state.status).toBe('waiting');
    const gate = openGate(walk);
    expect(gate).toMatchObject({ purpose: 'tool', node: 'work', kind: 'question' });
    expect(gate.options.map(({ id }) => id)).toEqual(['allow', 'deny']);
    expect(gate.fields).toMatchObject([{ name: 'arguments', type: 'json', default: args }]);
    expect(gate.show).toMatchObject([{ text: 'Writes a file' }]);
  });

  test('goes on as the same attempt with what was allowed, changed or not', () => {
    const walk = walkRun(nodes, { outcome: once(asks(args)) });
    answer(walk, 'allow', { arguments: { path: 'b.txt', text: '' } });
    expect(walk.state.status).toBe('completed');
    expect(walk.state.outputs.work).toMatchObject({ allowed: true, arguments: { path: 'b.txt', text: '' }, by: 'ada' });
    expect(eventsOf(walk, 'node_started').map(({ node, attempt }) => [node, attempt])).toEqual([
      ['work', 1],
      ['work', 1],
      ['done', 1],
    ]);
    expect(walk.state.nodes.work).toMatchObject({ attempts: 1, visits: 1 });
  });

  test('is told of a denial and goes on', () => {
    const walk = walkRun(nodes, { outcome: once(asks(args)) });
    answer(walk, 'deny');
    expect(walk.state.outputs.work).toMatchObject({ allowed: false, arguments: args });
    expect(walk.state.status).toBe('completed');
  });

  test('may ask again and again', () => {
    let asked = 0;
    const walk = walkRun(nodes, { outcome: () => (asked++ < 3 ? asks({ turn: asked }) : ok('done')) });
    for (const turn of [1, 2, 3]) {
      expect(openGate(walk).fields[0]?.default).toEqual({ turn });
      answer(walk, 'allow');
    }
    expect(walk.state).toMatchObject({ status: 'completed', outputs: { work: 'done' } });
    expect(new Set(eventsOf(walk, 'gate_opened').map(({ data }) => data.gate.id)).size).toBe(3);
  });

  test('that is cut off after the answer is judged by a person, like any attempt', () => {
    const walk = walkRun(nodes, { outcome: ({ resumed }) => (resumed ? 'interrupted' : asks(args)) });
    answer(walk, 'allow');
    expect(openGate(walk).purpose).toBe('interrupted');
  });

  test('begins anew in a fork, which has not its notes', () => {
    const walk = walkRun(nodes, { outcome: once(asks(args)) });
    const created = walk.events[0] as Extract<RunEvent, { type: 'run_created' }>;
    const fork = forkedState(created, walk.state);
    expect(fork.active).toMatchObject([{ node: 'work', phase: 'arriving', gate: null }]);
  });
});

describe('an attempt that waits for a program in the background', () => {
  const waits: Suspended = { suspended: { reason: 'callback', signal: 'callback:x' } };

  test('rests until the report comes, and goes on with it', () => {
    const walk = walkRun(nodes, { outcome: once(waits) });
    expect(walk.state).toMatchObject({ status: 'waiting', nodes: { work: { status: 'waiting' } } });
    send(walk, 'callback:x', { exit_code: 0 });
    expect(walk.state.outputs.work).toEqual({ reason: 'callback', payload: { exit_code: 0 } });
    expect(walk.state.signals).toEqual({});
  });

  test('is running once the report is recorded, so that the next console goes on with it', () => {
    const walk = walkRun(nodes, { outcome: once(waits) });
    record(walk, [{ type: 'signal_received', data: { name: 'callback:x', payload: 1, by: 'console' } }]);
    expect(walk.state.status).toBe('running');
  });

  test('takes up a report that was there before it waited', () => {
    const early = walkRun(nodes, {
      during: (walk, { resumed }) => {
        if (!resumed) record(walk, [{ type: 'signal_received', data: { name: 'callback:x', payload: 1, by: 'x' } }]);
      },
      outcome: once(waits),
    });
    expect(early.state.outputs.work).toEqual({ reason: 'callback', payload: 1 });
  });

  test('fails at its timeout, not a moment early', () => {
    const walk = walkRun(nodes.replace('[work]', '[work], timeout: 1h, on_failure: fail'), {
      outcome: once(waits),
      answer: () => null,
    });
    expect(walk.state.status).toBe('failed');
    const [suspended] = eventsOf(walk, 'node_suspended');
    expect(Date.parse(walk.now) - Date.parse(suspended?.at ?? '')).toBe(3_600_000);
  });

  test('reads the report again when the reading of it was cut off', () => {
    let reads = 0;
    const walk = walkRun(nodes, {
      outcome: ({ resumed }) => (!resumed ? waits : reads++ === 0 ? 'interrupted' : ok('read')),
    });
    send(walk, 'callback:x', 1);
    expect(walk.state).toMatchObject({ status: 'completed', outputs: { work: 'read' } });
  });
});

describe('an attempt that has used up the budget', () => {
  const spend = (walk: Walk, tokens: number): void =>
    record(walk, [
      {
        type: 'model_call',
        node: 'work',
        visit: 1,
        attempt: 1,
        data: { model: 'm', purpose: 'step', input_tokens: tokens, output_tokens: 0, cost: null, ms: 1, tool_calls: 0 },
      },
    ]);

  test('stops, the run is held, and it goes on with what people grant', () => {
    const walk = walkRun(nodes, {
      head: 'budget: { tokens: 100 }',
      during: (walk, { resumed }) => spend(walk, resumed ? 10 : 100),
      outcome: once({ suspended: { reason: 'budget' } }),
    });
    expect(openGate(walk)).toMatchObject({ purpose: 'budget', slot: 'run' });
    expect(openGate(walk).message).toContain('100 tokens');
    expect(walk.state.status).toBe('waiting');
    answer(walk, 'continue');
    expect(walk.state).toMatchObject({ status: 'completed', spent: { tokens: 110 }, spent_at_grant: { tokens: 100 } });
  });

  test('is warned of once before', () => {
    const walk = walkRun(`${nodes.replace('work:', 'first: { type: cli, command: [work] }\n  work:')}`, {
      head: 'budget: { tokens: 100 }',
      during: (walk, { node }) => {
        if (node === 'first') spend(walk, 85);
      },
    });
    expect(walk.state.status).toBe('completed');
    expect(eventsOf(walk, 'budget_warned').map(({ data }) => data)).toEqual([{ what: 'tokens', used: 85, limit: 100 }]);
  });

  test.each([
    ['tool_calls: 2', '2 tool calls'],
    ['cost: 0.5', '0.5 in cost'],
  ])('%s holds the run too', (budget, words) => {
    const walk = walkRun(`${nodes.replace('done:', 'more: { type: cli, command: [more] }\n  done:')}`, {
      head: `budget: { ${budget} }`,
      during: (walk) => {
        const keys = { node: 'work', visit: 1, attempt: 1 };
        const call = { server: 's', tool: 't', arguments: {} };
        record(walk, [
          { type: 'tool_call', ...keys, data: call },
          { type: 'tool_call', ...keys, data: call },
          {
            type: 'model_call',
            ...keys,
            data: { model: 'm', purpose: 'step', input_tokens: 1, output_tokens: 1, cost: 0.6, ms: 1, tool_calls: 2 },
          },
        ]);
      },
    });
    expect(openGate(walk).message).toContain(words);
    answer(walk, 'abort');
    expect(walk.state.status).toBe('cancelled');
  });
});

test('a suspended run folded from its events stands where it stood', () => {
  const walk = walkRun(nodes, { outcome: once(asks({})) });
  expectSameFold(walk);
  const again = restarted(walk);
  passTime(again, 1000);
  expect(storyOf(again)).toEqual(['work started', 'work suspended', 'work asked tool']);
});
