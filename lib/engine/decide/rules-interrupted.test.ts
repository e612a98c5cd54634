import { describe, expect, test } from 'vitest';
import { answer, eventsOf, ok, openGate, walkRun } from '../../testing/engine/walk.ts';

const file = `
  work: { type: cli, command: [work], save: { commits: "\${result.stdout}", flags.done: "\${result.exit_code == 0}" } }
  use: { type: action, do: [{ type: compute, expression: "work.stdout", store_as: used }, { type: compute, expression: "computed.commits", store_as: kept }] }
  done: { type: end, message: "said: \${work.result}" }`;

describe('D15 work that was marked done without a result', () => {
  const dies = { outcome: ({ node }: { node: string }) => (node === 'work' ? ('interrupted' as const) : ok()) };

  test('can be referred to: later nodes find null, and the run says why', () => {
    const walk = walkRun(file, dies);
    expect(openGate(walk).purpose).toBe('interrupted');
    answer(walk, 'mark_done');
    expect(walk.state.status).toBe('completed');
    expect(walk.state.computed).toMatchObject({ used: null, kept: null, commits: null });
    expect(walk.state.message).toBe('said: ');
    expect(walk.state.nodes.work).toMatchObject({ status: 'completed', without_result: true });
    expect(eventsOf(walk, 'warning').map(({ data }) => data.code)).toEqual(['no_result']);
  });

  test('is whole again once a result is given', () => {
    const walk = walkRun(file, dies);
    answer(walk, 'mark_done', { result: { stdout: 'by hand', exit_code: 0 } });
    expect(walk.state.computed).toMatchObject({ used: 'by hand', kept: 'by hand' });
    expect(eventsOf(walk, 'warning')).toEqual([]);
  });
});
