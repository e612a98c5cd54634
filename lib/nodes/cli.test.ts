import { expect, test } from 'vitest';
import { workingContext } from '../testing/nodes/node-context.ts';
import { cli } from './cli.ts';
import type { ArtifactInput, CommandResult, CommandSpec } from './contract/node-context.ts';

const printed = (more: Partial<CommandResult> = {}): CommandResult => ({
  exit_code: 0,
  signal: null,
  stdout: '',
  stderr: '',
  stdout_truncated: false,
  stderr_truncated: false,
  ...more,
});

async function ran(fields: Record<string, unknown>, result: Partial<CommandResult> = {}) {
  const commands: CommandSpec[] = [];
  const ctx = workingContext({
    runCommand: async (command) => {
      commands.push(command);
      return printed(result);
    },
  });
  const outcome = await cli.execute?.({ ...cli.fields.parse({ command: ['x'] }), ...fields } as never, ctx);
  return { outcome, commands };
}

test('a command is a list of arguments, never a shell line', async () => {
  expect(cli.fields.safeParse({ command: 'rm -rf /' }).success).toBe(false);
  expect(cli.fields.safeParse({ command: [] }).success).toBe(false);
  const { commands } = await ran({ command: ['echo', 'a; rm b'] });
  expect(commands[0]?.argv).toEqual(['echo', 'a; rm b']);
});

test('values that are not text become text: numbers as written, objects as JSON', async () => {
  const { commands } = await ran({ command: ['seq', 3, true], env: { N: 4, O: { a: 1 } }, stdin: { b: [1] } });
  expect(commands[0]).toMatchObject({
    argv: ['seq', '3', 'true'],
    env: { N: '4', O: '{"a":1}' },
    stdin: '{"b":[1]}',
  });
});

test('the result is what it printed and its exit code', async () => {
  const { outcome } = await ran({}, { stdout: 'out', stderr: 'err' });
  const exec_id = 'run-1-probe-1-1';
  const printed = { stdout: 'out', stderr: 'err', exit_code: 0, truncated: false };
  expect(outcome).toEqual({ ok: true, result: { ...printed, exec_id, output_path: '.gatehouse/run-1/probe/1.txt' } });
});

test('an exit code that is not among ok_codes is a failure that quotes the last line of stderr', async () => {
  const { outcome } = await ran({}, { exit_code: 2, stderr: 'first\nno such file\n' });
  expect(outcome).toMatchObject({
    ok: false,
    error: { code: 'exit_code', message: '"x" ended with code 2: no such file' },
  });
  expect((await ran({ ok_codes: [0, 2] }, { exit_code: 2 })).outcome).toMatchObject({ ok: true });
});

test('U4 a program that told its reason on stdout is quoted by its last line, and the error has the end of what it printed', async () => {
  const lines = Array.from({ length: 60_000 }, (_, index) => `line ${index + 1}`);
  const { outcome } = await ran({}, { exit_code: 3, stdout: `${lines.join('\n')}\nFATAL: out of memory\n` });
  expect(outcome).toMatchObject({ error: { message: '"x" ended with code 3: FATAL: out of memory' } });
  const { stdout } = (outcome as { error: { details: { stdout: string } } }).error.details;
  expect(stdout).toMatch(/^\[the beginning is in the logs\]/);
  expect(stdout).toMatch(/line 60000\nFATAL: out of memory\n$/);
  expect(stdout.length).toBeLessThan(17_000);
});

test('a command ended by a signal is a failure that names it', async () => {
  const { outcome } = await ran({}, { exit_code: null, signal: 'SIGKILL' });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'command_ended', message: '"x" was ended by SIGKILL' } });
});

test('parse: lines and parse: json give result.value', async () => {
  expect((await ran({ parse: 'lines' }, { stdout: 'a\nb\n' })).outcome).toMatchObject({
    result: { value: ['a', 'b'] },
  });
  expect((await ran({ parse: 'lines' }, { stdout: '' })).outcome).toMatchObject({ result: { value: [] } });
  expect((await ran({ parse: 'json' }, { stdout: '{"n": 1}' })).outcome).toMatchObject({ result: { value: { n: 1 } } });
});

test('output that is not JSON, or too long to be parsed, is a failure', async () => {
  expect((await ran({ parse: 'json' }, { stdout: 'oops' })).outcome).toMatchObject({ error: { code: 'not_json' } });
  const long = await ran({ parse: 'json' }, { stdout: '{', stdout_truncated: true });
  expect(long.outcome).toMatchObject({ error: { code: 'output_too_large' } });
});

test('exactly one of command, script and preset is said; prompt, mode and rule belong to preset', () => {
  const isAllowed = (fields: Record<string, unknown>) => cli.fields.safeParse(fields).success;
  expect(isAllowed({ preset: 'codex', prompt: 'x', mode: 'write', rule: 'y' })).toBe(true);
  expect(isAllowed({ preset: 'codex' })).toBe(false);
  expect(isAllowed({ preset: 'codex', prompt: 'x', command: ['y'] })).toBe(false);
  expect(isAllowed({ command: ['x'], prompt: 'y' })).toBe(false);
  expect(isAllowed({ preset: 'other', prompt: 'x' })).toBe(false);
  expect(isAllowed({})).toBe(false);
});

test('a background command is started once; its report is judged like the end of any other', async () => {
  const fields = cli.fields.parse({ command: ['x'], background: true, ok_codes: [3], parse: 'json' });
  const started: CommandSpec[] = [];
  const first = workingContext({
    startBackground: async (command) => {
      started.push(command);
      return { exec_id: 'run-1-probe-1-1', signal: 'callback:run-1-probe-1-1' };
    },
  });
  const waits = { suspended: { reason: 'callback', signal: 'callback:run-1-probe-1-1' } };
  expect(await cli.execute?.(fields, first)).toEqual(waits);
  expect(started).toMatchObject([{ argv: ['x'] }]);

  const saved: ArtifactInput[] = [];
  const later = workingContext({
    resumed: { reason: 'callback', payload: {} },
    readBackground: async () => ({ ...printed({ exit_code: 3, stdout: 'chatter' }), output: '[1]', output_path: null }),
    saveArtifact: async (input) => {
      saved.push(input);
      return { id: 'a1', name: input.name, type: '', size: 3, sha256: '' };
    },
  });
  expect(await cli.execute?.(fields, later)).toMatchObject({
    ok: true,
    result: { stdout: '[1]', value: [1], exit_code: 3, output_path: '.gatehouse/run-1/probe/1.txt' },
  });
  expect(saved).toEqual([{ name: 'output.txt', bytes: '[1]', path: '.gatehouse/run-1/probe/1.txt' }]);
});
