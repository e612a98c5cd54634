// Document 004, "Node Executor": one story a section that the others do not tell.
import { expect, test } from 'vitest';
import { readCheckpoint } from '../../lib/runs/work/read-checkpoint.ts';
import { house } from '../../lib/testing/house.ts';
import { calls, promptOf, stage, turnOf } from './stage.ts';

const scene = stage();

test('skill node, output extraction: session by its line or its form, the last .md or .json, all paths', async () => {
  scene.beside({ 'skills/report.md': '---\ntools: [write_file]\n---\nReport' });
  const texts = [
    'First TC-team-20260318, then Session: WFS-plan-20260317. See a.md, b.json and c.txt.',
    'In TC-team-20260318.',
  ];
  const files = ['a.md', 'b.json', 'c.txt'];
  const played = await scene.play(
    'gatehouse: 1\nname: Extract\nnodes:\n  one: { type: skill, executor: report }\n  two: { type: skill, executor: report }\n',
    {
      model: (asked) => {
        const path = files[turnOf(asked)];
        return path ? calls('write_file', { path, content: '{}' }) : { text: texts.shift() ?? '' };
      },
    },
  );
  const { one, two } = played.run.state.outputs as Record<string, Record<string, unknown>>;
  expect(one).toMatchObject({ session_id: 'WFS-plan-20260317', output_path: 'b.json' });
  const paths = played.run.state.artifacts.one?.map(({ path }) => path);
  expect(paths).toEqual([...files, `.gatehouse/${played.id}/one/1.md`]);
  expect(two).toMatchObject({ session_id: 'TC-team-20260318' });
});

test('cli node, output escaping: a value is one argument, whatever is in it', async () => {
  const played = await scene.play(
    `gatehouse: 1\nname: Quote\ninputs: { prompt: { type: text } }\nnodes:\n  say: { type: cli, command: [printf, "%s", "\${inputs.prompt}"] }\n`,
    { inputs: { prompt: 'it\'s $(whoami); `id` "x"' } },
  );
  expect(played.run.state.outputs.say).toMatchObject({ stdout: 'it\'s $(whoami); `id` "x"' });
});

test('checkpoint node: the snapshot has the context and what the nodes had given', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Snapshot
inputs: { goal: { type: string, default: x } }
nodes:
  N-001: { type: cli, command: [echo, one] }
  CP-01: { type: checkpoint }
  N-002: { type: cli, command: [echo, two] }
`);
  const kept = await readCheckpoint(house, played.id, 'CP-01');
  expect(kept?.state).toMatchObject({ inputs: { goal: 'x' }, outputs: { 'N-001': { stdout: 'one\n' } } });
  expect(kept?.state.outputs).not.toHaveProperty('N-002');
});

test('Context Passing, fallback: a skipped node’s fields are null, and ?? gives another value', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Fallback
nodes:
  N-001: { type: cli, command: [false], on_failure: skip }
  N-002: { type: cli, command: [echo, "\${nodes['N-001'].session_id ?? 'latest'}"] }
`);
  expect(played.run.state.outputs['N-002']).toMatchObject({ stdout: 'latest\n' });
});

test('agent node: in the background, joined where it is referred to', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Beside
roles: { reviewer: { instructions: You review. } }
nodes:
  review: { type: agent, agent: reviewer, prompt: Look, background: true }
  other: { type: cli, command: [echo, meanwhile] }
  told: { type: cli, command: [echo, "\${review.text}"] }
`,
    { model: (asked) => ({ text: promptOf(asked).includes('Look') ? 'fine' : '' }) },
  );
  expect(played.run.state.outputs.told).toMatchObject({ stdout: 'fine\n' });
});
