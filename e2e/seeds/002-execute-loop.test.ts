// Document 002, "Phase 3: Execute Loop": one story a section.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportByToken } from '../../lib/runs/work/report-background.ts';
import { house } from '../../lib/testing/house.ts';
import { lookUntil } from '../../lib/testing/look-until.ts';
import { promptOf, stage } from './stage.ts';

const scene = stage();

test('Runtime Reference Resolution: inputs, other nodes’ fields and prev, which passes checkpoints by', async () => {
  scene.beside({ 'skills/plan.md': 'Plan $ARGUMENTS' });
  const played = await scene.play(
    `
gatehouse: 1
name: References
inputs: { goal: { type: string } }
nodes:
  N-001: { type: skill, executor: plan, args: "\${inputs.goal}" }
  CP-01: { type: checkpoint }
  N-002: { type: cli, command: [echo, "\${nodes['N-001'].session_id} \${prev.session_id} \${prev.output}"] }
`,
    { inputs: { goal: 'a house' }, model: () => ({ text: 'Session: WFS-plan-20260317' }) },
  );
  expect(promptOf(scene.model.asked[0] as never)).toContain('Plan a house');
  expect(played.run.state.outputs['N-002']).toMatchObject({
    stdout: 'WFS-plan-20260317 WFS-plan-20260317 Session: WFS-plan-20260317\n',
  });
});

test('command node: the same, by its namespaced name', async () => {
  scene.beside({ 'commands/workflow/refactor.md': 'Refactor: $ARGUMENTS' });
  const played = await scene.play(
    'gatehouse: 1\nname: Command\nnodes:\n  go: { type: command, executor: "workflow:refactor", args: auth }\n',
    { model: (asked) => ({ text: promptOf(asked).includes('Refactor: auth') ? 'done' : 'what?' }) },
  );
  expect(played.run.state.outputs.go).toMatchObject({ text: 'done' });
});

test('cli node: runs beside the console, which is told by a callback, and goes on with what was reported', async () => {
  const { id } = await scene.start(`
gatehouse: 1
name: Background
nodes:
  analyse: { type: cli, background: true, script: 'echo ready > report.md; echo "$GATEHOUSE_CALLBACK" > .a; mv .a address; exec sleep 600' }
  next: { type: cli, command: [cat, "\${analyse.output_path}"] }
`);
  const { state } = await scene.whenRun(id, ({ nodes }) => nodes.analyse?.status === 'waiting');
  const address = join(state.workspace, 'address');
  await lookUntil(() => existsSync(address));
  const token = readFileSync(address, 'utf8').trim().split('/').at(-1);
  await reportByToken(house, token, { exit_code: 0, output_path: 'report.md' });
  const played = await scene.goOn(id, () => null);
  expect(played.run.state.outputs.analyse).toMatchObject({ output_path: 'report.md', exec_id: expect.any(String) });
  expect(played.run.state.outputs.next).toMatchObject({ stdout: 'ready\n' });
  expect(played.run).toMatchObject({ status: 'completed', state: { nodes: { next: { visits: 1 } } } });
}, 120_000);

test('agent node and parallel agents: a batch starts together and the run goes on after the last', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Agents
roles: { reviewer: { instructions: You review. } }
nodes:
  a: { type: agent, agent: reviewer, prompt: Look at alpha, parallel_group: both }
  b: { type: agent, agent: reviewer, prompt: Look at beta, parallel_group: both }
  joined: { type: cli, command: [echo, "\${a.text} \${b.text}"] }
`,
    { model: (asked) => ({ text: promptOf(asked).includes('alpha') ? 'first' : 'second' }) },
  );
  expect(played.run.state.outputs.joined).toMatchObject({ stdout: 'first second\n' });
  const [a, b] = ['a', 'b'].map((id) => played.of('node_started').find(({ node }) => node === id)?.seq ?? 0);
  const ended = played.of('node_completed').find(({ node }) => node === 'a' || node === 'b')?.seq ?? 0;
  expect(Math.max(a ?? 0, b ?? 0)).toBeLessThan(ended);
});

const paused = `
gatehouse: 1
name: Checkpoint
nodes:
  work: { type: cli, command: [echo, done], save: { made: "\${trim(result.stdout)}" } }
  CP-01: { type: checkpoint, label: Review, auto_continue: false }
  last: { type: cli, command: [echo, "\${computed.made}"] }
`;

test('checkpoint node: Continue, Pause and Abort', async () => {
  const waiting = await scene.play(paused);
  expect(waiting.gate?.options.map(({ id }) => id)).toEqual(['continue', 'pause', 'abort']);
  expect(waiting.run.state.checkpoints).toHaveProperty('CP-01');
  expect((await scene.goOn(waiting.id, () => 'continue')).run.status).toBe('completed');
  expect((await scene.play(paused, { people: () => 'pause' })).run.status).toBe('paused');
  expect((await scene.play(paused, { people: () => 'abort' })).run.status).toBe('cancelled');
});

test('Error Handling: skip goes on with a warning, retry tries once more, abort asks Retry, Skip, Abort', async () => {
  const failing = (more: string) =>
    scene.play(
      `gatehouse: 1\nname: Fail\nnodes:\n  work: { type: cli, command: [false]${more} }\n  last: { type: cli, command: [true] }\n`,
      {
        people: () => 'skip',
      },
    );
  const skipped = await failing(', on_failure: skip');
  expect(skipped.run).toMatchObject({ status: 'completed', nodes: { work: { status: 'skipped' } } });
  expect(skipped.run.warnings).toHaveLength(1);
  const retried = await failing(', retry: { attempts: 2 }');
  expect(retried.run.nodes.work).toMatchObject({ attempts: 2, status: 'skipped' });
  expect(retried.of('gate_opened')[0]?.data.gate.options.map(({ id }) => id)).toEqual(['retry', 'skip', 'abort']);
});

test('Progress Display and Loop Termination: every node is completed or skipped at the end', async () => {
  const played = await scene.play(paused, { people: () => 'continue' });
  expect(played.run.progress).toEqual({ done: 3, total: 3 });
  expect(Object.values(played.run.nodes).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
});
