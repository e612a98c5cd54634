import { expect, test } from 'vitest';
import { modelWorld } from '../testing/nodes/scripted-model.ts';
import { agent } from './agent.ts';
import type { CommandSpec, NodeContext } from './contract/node-context.ts';

const missing = Object.assign(new Error('There is no agent'), { code: 'instructions_missing' });
const noFile = async () => {
  throw missing;
};

async function run(fields: Record<string, unknown>, more: Partial<NodeContext>) {
  const world = modelWorld([{ text: 'Looks fine' }]);
  const outcome = await agent.execute?.(agent.fields.parse({ prompt: 'Look', ...fields }), world.ctx(more));
  return { world, outcome };
}

test('an agent is first a role of the workflow', async () => {
  const findRole = () => ({ id: 'critic', instructions: 'You criticise.', model: 'large' });
  const { world, outcome } = await run({ agent: 'critic' }, { findRole });
  expect(world.requests[0]).toMatchObject({ model: 'large', tools: [] });
  expect(world.requests[0]?.messages[0]?.text).toContain('You criticise.');
  expect(outcome).toMatchObject({
    ok: true,
    result: { text: 'Looks fine', output_path: '.gatehouse/run-1/probe/1.md' },
  });
});

test('else a file, whose model counts and whose tools are those of the workspace, commands only after asking', async () => {
  const file = { name: 'critic', text: 'From the file.', model: 'small', tools: ['read_file', 'run_command', 'Bash'] };
  const { world } = await run({ agent: 'critic' }, { readInstructions: async () => file });
  expect(world.requests[0]).toMatchObject({ model: 'small', tools: [{ name: 'read_file' }, { name: 'run_command' }] });
  expect(world.warnings()).toEqual(['tool_not_granted']);
});

const ran = { signal: null, stderr: '', stdout_truncated: false, stderr_truncated: false };

test('else a known program, which may write only where write_file is allowed', async () => {
  const commands: CommandSpec[] = [];
  const runCommand = async (command: CommandSpec) => {
    commands.push(command);
    return { ...ran, exit_code: 0, stdout: 'Session: WFS-look-20260317' };
  };
  const { outcome } = await run({ agent: 'codex' }, { readInstructions: noFile, runCommand });
  await run({ agent: 'codex', tools: ['write_file'] }, { readInstructions: noFile, runCommand });
  expect(commands.map(({ argv }) => argv[2])).toEqual(['--sandbox=read-only', '--sandbox=workspace-write']);
  expect(outcome).toMatchObject({ ok: true, result: { session_id: 'WFS-look-20260317' } });
});

test('a program that fails is a failure with its last words', async () => {
  const runCommand = async () => ({ ...ran, exit_code: 2, stdout: '', stderr: 'a\nnot signed in\n' });
  const { outcome } = await run({ agent: 'claude' }, { readInstructions: noFile, runCommand });
  expect(outcome).toMatchObject({
    ok: false,
    error: { code: 'exit_code', message: '"claude" ended with code 2: not signed in' },
  });
});

test('an agent that is none of these is told with what was looked for', async () => {
  await expect(run({ agent: 'nobody' }, { readInstructions: noFile })).rejects.toBe(missing);
});

test('it works beside the rest only where it says so', () => {
  const given = { agent: 'critic', prompt: 'Look' };
  expect(agent.isBackground?.(agent.fields.parse(given))).toBe(false);
  expect(agent.isBackground?.(agent.fields.parse({ ...given, background: true }))).toBe(true);
});
