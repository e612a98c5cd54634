import { expect, test } from 'vitest';
import { modelWorld } from '../../testing/nodes/scripted-model.ts';
import { ai } from '../ai.ts';
import { command } from '../command.ts';
import { noModels } from '../contract/define-node.ts';
import type { NodeContext } from '../contract/node-context.ts';
import { skill } from '../skill.ts';
import { task } from '../task.ts';

const problems = (given: Record<string, unknown>) =>
  ai.fields.safeParse({ prompt: 'p', ...given }).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('an allow-list names tools of servers and of the workspace, and is never computed', () => {
  expect(problems({ tools: ['files.write_file', 'web.*', 'read_file'] })).toBeUndefined();
  for (const entry of ['write', 'files.', '*', '*.*', '${inputs.tool}', 'files.${inputs.tool}', 'a b.c']) {
    expect(problems({ tools: [entry] })).toEqual([['tools.0', expect.stringContaining('must be "server.tool"')]]);
  }
});

test('what people are asked about must be allowed', () => {
  expect(problems({ tools: ['files.*', 'web.get'], ask: ['files.write', 'web.get', 'web.*'] })).toBeUndefined();
  expect(problems({ tools: ['files.read'], ask: ['files.read', 'files.write'] })).toEqual([
    ['ask.1', 'names "files.write", which "tools" does not allow'],
  ]);
});

test('a schema that could not be checked is refused when the file is loaded', () => {
  expect(problems({ output_schema: { type: 'object', properties: { a: { type: 'string' } } } })).toBeUndefined();
  expect(problems({ output_schema: { type: 'nonsense' } })).toEqual([
    ['output_schema', expect.stringContaining('is not a JSON Schema')],
  ]);
});

test('a node names the servers it uses, what it will execute, and whether repeating it is harmless', () => {
  const node = ai.fields.parse({ prompt: 'p', tools: ['a.x', 'a.y', 'b.*', 'read_file'], ask: ['a.y'] });
  expect(ai.servers?.(node)).toEqual(['a', 'b']);
  expect(ai.executes?.(node, noModels)).toEqual([
    'model default',
    'tool a.x',
    'tool a.y (asks first)',
    'tool b.*',
    'tool read_file',
  ]);
  expect(ai.idempotent?.(node, { onlyRead: true })).toBe(false);
  expect(ai.idempotent?.(ai.fields.parse({ prompt: 'p' }), { onlyRead: false })).toBe(true);
});

const file = { name: 'plan', text: 'Plan $ARGUMENTS, then stop.', model: null, tools: [] };

test('a skill and a command follow their file, with the arguments in their place', async () => {
  for (const [definition, kind] of [
    [skill, 'skill'],
    [command, 'command'],
  ] as const) {
    const asked: string[][] = [];
    const world = modelWorld([{ text: 'ok' }]);
    const readInstructions: NodeContext['readInstructions'] = async (...names) => {
      asked.push(names);
      return file;
    };
    const fields = definition.fields.parse({ executor: 'plan', args: 'the $& move' });
    await definition.execute?.(fields, world.ctx({ readInstructions }));
    expect(asked).toEqual([[kind, 'plan']]);
    const [system, user] = world.requests[0]?.messages ?? [];
    expect(system?.text).toContain('Plan the $& move, then stop.');
    expect(user?.text).toBe('the $& move');
  }
});

test('what a skill reports as JSON is part of its result', async () => {
  const world = modelWorld([{ text: 'All seen.\n{"verdict": "PASS", "text": "no"}' }]);
  const outcome = await skill.execute?.(
    skill.fields.parse({ executor: 'plan' }),
    world.ctx({ readInstructions: async () => file }),
  );
  expect(outcome).toMatchObject({ ok: true, result: { verdict: 'PASS', text: expect.stringContaining('All seen.') } });
});

test('arguments may be a group of values', async () => {
  const world = modelWorld([{ text: 'ok' }]);
  const fields = skill.fields.parse({ executor: 'plan', args: { depth: 2 } });
  await skill.execute?.(fields, world.ctx({ readInstructions: async () => file }));
  expect(world.requests[0]?.messages[1]?.text).toBe('{"depth":2}');
});

test('a task has the tools of the workspace, and its last JSON object is part of its result', async () => {
  const world = modelWorld([{ text: 'I checked it.\n{"result": "pass", "text": "no", "seen": 3}' }]);
  const fields = task.fields.parse({ action: 'check', params: { path: 'a.txt' } });
  const outcome = await task.execute?.(fields, world.ctx());
  expect(world.requests[0]?.tools.map(({ name }) => name)).toEqual([
    'read_file',
    'write_file',
    'edit_file',
    'list_files',
    'run_command',
    'ask_person',
  ]);
  expect(world.requests[0]?.messages[1]?.text).toContain('Action: check\nParameters: {\n  "path": "a.txt"');
  expect(outcome).toMatchObject({
    ok: true,
    result: { result: 'pass', seen: 3, text: expect.stringContaining('I checked it'), value: { result: 'pass' } },
  });
});

test('a task is told what to report', async () => {
  const world = modelWorld([{ text: '{"verdict": "good"}' }]);
  const fields = task.fields.parse({ action: 'check', returns: { verdict: 'good or bad' } });
  const outcome = await task.execute?.(fields, world.ctx());
  expect(world.requests[0]?.messages[0]?.text).toContain('Its field "verdict" says: good or bad');
  expect(outcome).toMatchObject({ ok: true, result: { verdict: 'good' } });
});

test('a command of a task is asked about unless the node names run_command', async () => {
  const call = { name: 'run_command', arguments: { argv: ['ls'] } };
  const runCommand = async () => ({
    exit_code: 0,
    signal: null,
    stdout: 'a.txt\n',
    stderr: '',
    stdout_truncated: false,
    stderr_truncated: false,
  });
  const asking = modelWorld([{ calls: [call] }]);
  const outcome = await task.execute?.(task.fields.parse({ action: 'list' }), asking.ctx());
  expect(outcome).toMatchObject({ suspended: { tool: 'run_command', arguments: { argv: ['ls'] } } });

  const free = modelWorld([{ calls: [call] }, { text: 'ok' }]);
  await task.execute?.(task.fields.parse({ action: 'list', tools: ['run_command'] }), free.ctx({ runCommand }));
  expect(free.told(1)).toEqual(['exit code 0\na.txt\n']);
  expect(free.traced.map(({ type }) => type)).toEqual(['tool_call', 'tool_result']);
});

test('images are artifacts and lists of them; other files in a list are passed over', async () => {
  const unconfigured = Object.assign(new Error('none'), { code: 'model_not_configured' });
  const world = modelWorld([unconfigured, { text: 'ok' }]);
  const readArtifact: NodeContext['readArtifact'] = async (id) => ({
    type: id === 'a1' ? 'text/plain' : 'image/png',
    bytes: new TextEncoder().encode('px'),
  });
  const fields = { ...ai.fields.parse({ prompt: 'Look' }), images: [[{ id: 'a1' }, { id: 'a2' }]] as never };
  await ai.execute?.(fields, world.ctx({ readArtifact }));
  expect(world.requests[1]?.messages[1]).toMatchObject({ images: [`data:image/png;base64,${btoa('px')}`] });
  const none = await ai.execute?.({ ...fields, images: ['notes.md'] }, world.ctx({ readArtifact }));
  expect(none).toMatchObject({ ok: false, error: { code: 'not_an_image' } });
});
