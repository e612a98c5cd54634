// Seeds 002 and 004, "Context Passing Between Nodes": what a node leaves behind is a path that the next node opens.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls, promptOf, stage, turnOf } from './stage.ts';

const scene = stage();

const skills = {
  'skills/workflow-lite-plan.md': '---\ntools: [write_file, read_file]\n---\nPlan: $ARGUMENTS',
  'skills/workflow-execute.md': '---\ntools: [write_file, read_file]\n---\nCarry out the plan in $ARGUMENTS',
};

test('M1: a chain of skills passes its plan on by output_path, artifacts and prev', async () => {
  scene.beside(skills);
  const played = await scene.play(
    `
gatehouse: 1
name: Plan and execute
nodes:
  N-001: { type: skill, executor: workflow-lite-plan, args: Implement user authentication }
  CP-01: { type: checkpoint }
  N-002: { type: skill, executor: workflow-execute, args: "--plan \${nodes['N-001'].output_path} --first \${nodes['N-001'].artifacts[0]} --prev \${prev.output_path}" }
  N-003: { type: cli, command: [cat, "\${nodes['N-001'].output_path}", "\${nodes['N-002'].output_path}"] }
`,
    {
      model: (asked) => {
        const prompt = promptOf(asked);
        if (prompt.includes('Carry out the plan')) {
          if (turnOf(asked) === 0) return calls('read_file', { path: /--plan (\S+)/.exec(prompt)?.[1] ?? '' });
          return { text: `I did what it says: ${prompt.includes('1. a login form')}. Nothing was written.` };
        }
        if (turnOf(asked) === 0)
          return calls('write_file', { path: '.workflow/plan.md', content: '1. a login form\n' });
        return { text: 'Session: WFS-plan-20260317. The plan is in `.workflow/plan.md`.' };
      },
    },
  );
  expect(played.run.status).toBe('completed');
  const [plan, execute] = ['N-001', 'N-002'].map((id) => played.run.state.outputs[id] as Record<string, unknown>);
  expect(plan).toMatchObject({ session_id: 'WFS-plan-20260317', output_path: '.workflow/plan.md' });
  const asked = played.of('node_started').find(({ node }) => node === 'N-002')?.data.input;
  expect(asked).toMatchObject({ args: '--plan .workflow/plan.md --first .workflow/plan.md --prev .workflow/plan.md' });
  // It named no file: its text is the file.
  expect(execute?.text).toBe('I did what it says: true. Nothing was written.');
  expect(execute?.output_path).toBe(`.gatehouse/${played.id}/N-002/1.md`);
  expect(played.run.state.outputs['N-003']).toMatchObject({
    stdout: '1. a login form\nI did what it says: true. Nothing was written.',
  });
  expect(scene.read(played, '.gatehouse/.gitignore')).toBe('*\n');
});

test('M1: what an agent says and what a command prints can be opened by the next command and by the next model', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Text and output
roles: { reviewer: { instructions: You review. } }
nodes:
  N-004: { type: agent, agent: reviewer, prompt: Look at it }
  log: { type: cli, script: "seq 1 30000" }
  quiet: { type: cli, command: [true] }
  count: { type: cli, command: [wc, -l, "\${log.output_path}", "\${quiet.output_path}"] }
  shown: { type: cli, command: [cat, "\${nodes['N-004'].output_path}"] }
  read: { type: ai, tools: [read_file], prompt: "Read \${nodes['N-004'].output_path}" }
`,
    {
      model: (asked) => {
        const path = /Read (\S+)/.exec(promptOf(asked))?.[1];
        if (!path) return { text: 'All is well, see nothing.md.' };
        return turnOf(asked) === 0 ? calls('read_file', { path }) : { text: promptOf(asked).split('\n').at(-1) ?? '' };
      },
    },
  );
  const { outputs } = played.run.state;
  expect(outputs.shown).toMatchObject({ stdout: 'All is well, see nothing.md.' });
  expect(outputs.read).toMatchObject({ text: 'All is well, see nothing.md.' });
  expect((outputs.count as { stdout: string }).stdout).toMatch(/30000 \.gatehouse\/.*\n\s*0 \.gatehouse\//);
});

test('M1: a task called plan that wrote plan.md shows plan.md, and its text takes another name', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Approve the plan
roles: { architect: { instructions: You plan. } }
nodes:
  plan:
    type: task
    role: architect
    action: create_plan
    params: { output: plan.md }
    artifacts: [plan.md]
    gate: { kind: approval, message: "Approve?", show: ["\${plan.artifacts}"] }
`,
    {
      model: (asked) =>
        turnOf(asked) === 0
          ? calls('write_file', { path: 'plan.md', content: 'the real plan' })
          : { text: 'The plan is written. {"result": "pass"}' },
    },
  );
  const [first, ...others] = played.run.state.artifacts.plan ?? [];
  expect(first).toMatchObject({ name: 'plan.md', path: 'plan.md', size: 'the real plan'.length });
  expect(others).toMatchObject([{ name: 'plan-2.md', path: `.gatehouse/${played.id}/plan/1.md` }]);
  expect(played.gate?.show.map(({ label }) => label)).toEqual(['plan.md', 'plan-2.md']);
  expect(played.run.state.outputs.plan).toMatchObject({ output_path: `.gatehouse/${played.id}/plan/1.md` });
});

test('M1: a file that the text only mentions is listed, and kept only when the node made or changed it', async () => {
  const source = `
gatehouse: 1
name: Mentioned
nodes:
  first: { type: cli, script: "mkdir docs; echo old > docs/old.md; echo {} > 'with space.json'" }
  hold: { type: gate, kind: info, message: Go on?, auto_continue: false }
  write: { type: ai, tools: [write_file], prompt: Write it }
  list: { type: cli, command: [cat, "\${write.artifacts[1]}", "\${write.artifacts[0].path}"] }
  text: { type: action, do: [{ type: compute, expression: "join(write.artifacts.map(one => one.path), ' ')", store_as: paths }] }
`;
  const model = (asked: Parameters<typeof turnOf>[0]) =>
    turnOf(asked) === 0
      ? calls('write_file', { path: 'docs/new.md', content: 'new\n' })
      : { text: 'See docs/old.md, /etc/passwd, ../x.md, none.md, `with space.json` and docs/new.md.' };
  const waiting = await scene.play(source, { model });
  // What is written from now on is later than what was there, by the clock of the disk.
  const { workspace } = waiting.run.state;
  const old = statSync(join(workspace, 'with space.json'), { bigint: true }).ctimeNs;
  const probe = join(workspace, '.probe');
  do writeFileSync(probe, '');
  while (statSync(probe, { bigint: true }).ctimeNs <= old);
  const played = await scene.goOn(waiting.id, () => 'continue');
  expect(played.run.status).toBe('completed');
  expect(played.run.state.computed.paths).toBe(
    `docs/new.md .gatehouse/${played.id}/write/1.md docs/old.md with space.json`,
  );
  expect(
    played
      .of('artifact_saved')
      .filter(({ node }) => node === 'write')
      .map(({ data }) => data.path),
  ).toEqual(['docs/new.md', `.gatehouse/${played.id}/write/1.md`]);
  expect(played.run.state.outputs.write).toMatchObject({ output_path: 'docs/new.md' });
  expect(played.run.state.outputs.list).toMatchObject({ stdout: expect.stringContaining('new\n') });
});

test('a skill that the project keeps in .claude is followed as it was when the run began', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Kept
nodes:
  change: { type: cli, script: 'echo Changed. > .claude/skills/plan/SKILL.md' }
  plan: { type: skill, executor: plan, args: now }
`,
    {
      files: { '.claude/skills/plan/SKILL.md': 'Plan as we do: $ARGUMENTS' },
      model: (asked) => ({ text: promptOf(asked).includes('Plan as we do: now') ? 'as we do' : 'otherwise' }),
    },
  );
  expect(played.run.state.outputs.plan).toMatchObject({ text: 'as we do' });
});
