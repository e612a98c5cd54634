// Seed 001, "Retry Loop Mechanics" and "HITL Gate Types": a loop that gives up, a person who says no, and what is left then.
import { expect, test } from 'vitest';
import { nodeView } from '../../lib/engine/view/node-view.ts';
import { viewOf } from '../../lib/engine/view/run-view.ts';
import { readRunPage } from '../../lib/runs/read-run.ts';
import { house } from '../../lib/testing/house.ts';
import { promptOf, stage } from './stage.ts';

const scene = stage();

const fixLoop = `
gatehouse: 1
name: Fix until it passes
roles:
  developer: { instructions: You develop. }
  pm: { instructions: You check. }
nodes:
  implement: { type: task, role: developer, action: implement }
  validate:
    type: task
    role: pm
    action: validate
    conditions:
      - { if: "result.result == 'pass'", then: complete }
      - { if: "result.result == 'fail'", then: fix }
  fix:
    type: task
    role: developer
    action: fix
    retry: { attempts: 3 }
    conditions:
      - { if: "retry_count < 3", then: validate }
      - { if: "retry_count >= 3", then: escalate }
`;

const neverPasses = (asked: Parameters<typeof promptOf>[0]) => ({
  text: promptOf(asked).includes('Action: validate') ? '{"result": "fail"}' : '{"result": "pass"}',
});

test('M2: the loop of fix and validate gives up after three returns, and a person’s Retry grants three more', async () => {
  const given = await scene.play(fixLoop, { model: neverPasses });
  expect(given.gate).toMatchObject({ node: 'fix', purpose: 'failure', assignees: ['administrators'] });
  expect(given.path.filter((node) => node === 'fix')).toHaveLength(4);
  expect(given.path.filter((node) => node === 'validate')).toHaveLength(4);
  let asked = 0;
  const again = await scene.goOn(given.id, () => (asked++ === 0 ? 'retry' : null));
  expect(again.gate).toMatchObject({ node: 'fix', purpose: 'failure' });
  expect(again.path.filter((node) => node === 'fix')).toHaveLength(8);
  expect((await scene.goOn(given.id, () => 'abort')).run.status).toBe('failed');
});

test('M2: retry_count counts the returns of each item of a map by itself, and failed attempts of one visit', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Each for itself
nodes:
  each: { type: map, items: [1, 2], as: one, body: try, next: failing }
  try: { type: cli, command: [echo, "\${one} \${retry_count}"], conditions: [{ if: "retry_count < 2", then: try }], next: join }
  failing: { type: cli, command: [sh, -c, "exit $0", "\${retry_count < 2 ? 1 : 0}"], retry: { attempts: 3 } }
`);
  expect(played.run.status).toBe('completed');
  expect(played.run.nodes.try?.visits).toBe(6);
  expect(played.run.nodes.failing).toMatchObject({ visits: 1, attempts: 3 });
  expect((played.run.state.outputs.each as { stdout: string }[]).map(({ stdout }) => stdout)).toEqual([
    '1 2\n',
    '2 2\n',
  ]);
});

const gated = (when: string) => `
gatehouse: 1
name: Gated
nodes:
  push: { type: cli, command: [echo, pushed], gate: { when: ${when}, kind: approval, message: Push? } }
  done: { type: end, message: Done }
`;

test.each(['before', 'after'])('M3: a node that a person rejected %s its work does not look done', async (when) => {
  const played = await scene.play(gated(when), { people: ({ purpose }) => (purpose === 'rejected' ? 'abort' : 'no') });
  expect(played.run.status).toBe('cancelled');
  expect(played.run.nodes.push).toMatchObject({ status: 'cancelled', attempts: when === 'before' ? 0 : 1 });
  expect(played.run.nodes.push?.ended_at).toEqual(expect.any(String));
  expect(played.run.progress).toMatchObject({ done: 0 });
  const page = await readRunPage(house, played.id);
  const view = viewOf(page);
  expect(nodeView(view, 'push', { visit: null, attempt: null }).standing).toBe('cancelled');
  expect(nodeView(view, 'push', { visit: 1, attempt: null }).standing).toBe('cancelled');
});

test('M4: a node has ended when the gate after it was answered', async () => {
  const waiting = await scene.play(gated('after'));
  expect(waiting.run.nodes.push).toMatchObject({ status: 'waiting', ended_at: null });
  const played = await scene.goOn(waiting.id, () => 'yes');
  expect(played.run.status).toBe('completed');
  const answered = played.of('gate_answered')[0]?.at;
  expect(played.run.nodes.push).toMatchObject({ status: 'completed', ended_at: answered });
});
