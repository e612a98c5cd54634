import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { findProgram } from '../../clients/process/find-program.ts';
import { house } from '../../testing/house.ts';
import { createScratchWorld, type ScratchWorld } from '../../testing/nodes/effects-world.ts';

let world: ScratchWorld;

beforeEach(async () => {
  world = await createScratchWorld();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await world.end();
});

const hostile = '$(touch mark); "; touch mark; \'`touch mark`';

describe('a script', () => {
  const scripts: [string, string, string][] = [
    ['sh', 'sh', 'printf "%s|%s" "$1" "$WORD"'],
    ['bash', 'bash', 'printf "%s|%s" "$1" "$WORD"'],
    ['python', 'python3', 'import os, sys\nprint(sys.argv[1] + "|" + os.environ["WORD"], end="")'],
    ['node', 'node', 'process.stdout.write(process.argv[1] + "|" + process.env.WORD)'],
    ['ruby', 'ruby', 'print ARGV[0] + "|" + ENV["WORD"]'],
  ];

  test.each(scripts)(
    'for %s gets values as arguments and environment, whatever they hold',
    async (name, program, script) => {
      const isThere = (await findProgram(house, program)) !== null;
      for (const value of [hostile, '--version', '-e']) {
        const effect = {
          type: 'run_command',
          interpreter: name,
          script,
          args: ['${value}'],
          env: { WORD: '${value}' },
        };
        const { error, values } = await world.act([{ ...effect, store_as: 'ran' }], { value });
        if (isThere) expect(values['computed.ran']).toMatchObject({ stdout: `${value}|${value}`, exit_code: 0 });
        else expect(error?.message).toContain(`there is no ${program} on this machine`);
      }
      expect(await readdir(world.workspace)).toEqual([]);
    },
  );

  it('is never rendered', async () => {
    const { values } = await world.act(
      [{ type: 'run_command', script: 'x=shell; printf %s "${x} ${value:-none}"', store_as: 'ran' }],
      { value: 'data', x: 'data' },
    );
    expect(values['computed.ran']).toMatchObject({ stdout: 'shell none' });
  });

  it.each([
    ['#!/usr/bin/env node\nprocess.stdout.write("node")', 'node'],
    ['#!/bin/sh\nprintf sh', 'sh'],
    ['printf plain', 'plain'],
  ])('%j says by its first line what runs it', async (script, stdout) => {
    const { values } = await world.act([{ type: 'run_command', script, store_as: 'ran' }]);
    expect(values['computed.ran']).toMatchObject({ stdout });
  });

  it('works in its directory, and two of them leave all of their output', async () => {
    const { values } = await world.act([
      { type: 'create_directory', path: 'a' },
      { type: 'run_command', script: 'pwd', working_directory: 'a', store_as: 'ran' },
      { type: 'run_command', script: 'echo second' },
    ]);
    const where = join(world.workspace, 'a');
    expect(values['computed.ran']).toMatchObject({ stdout: `${where}\n` });
    expect(await readFile(join(world.base, 'stdout.log'), 'utf8')).toBe(`${where}\nsecond\n`);
  });

  it('that fails stops the action', async () => {
    const { error } = await world.act([
      { type: 'run_command', script: 'echo no >&2; exit 3' },
      { type: 'set_flag', flag: 'x' },
    ]);
    expect(error?.message).toBe('do[0] run_command: the sh script ended with code 3: no');
  });

  it('whose interpreter is not there is told with what to do', async () => {
    vi.stubEnv('PATH', world.base);
    const { error } = await world.act([{ type: 'run_command', interpreter: 'bash', script: 'true' }]);
    expect(error?.message).toBe(
      'do[0] run_command: there is no bash on this machine; install it, or write the script for sh',
    );
  });
});

describe('a tool', () => {
  it('that is there is not installed again', async () => {
    const { error, messages } = await world.act([{ type: 'install_tool', tool: 'sh', install_command: 'exit 9' }]);
    expect([error, messages]).toEqual([null, ['sh is there already']]);
  });

  it('is installed anyway when that is wanted, by arguments or by a script', async () => {
    const { error, messages } = await world.act(
      [
        { type: 'install_tool', tool: 'sh', install_command: ['touch', '${file}'], skip_if_available: false },
        { type: 'install_tool', tool: 'sh', install_command: 'touch "${none:-two}"', skip_if_available: false },
      ],
      { file: 'one; touch three' },
    );
    expect([error, messages]).toEqual([null, ['sh was installed', 'sh was installed']]);
    expect((await readdir(world.workspace)).sort()).toEqual(['one; touch three', 'two']);
  });

  it('that is still missing afterwards is a failure', async () => {
    const effect = { type: 'install_tool', tool: '${name}', install_command: ['true'] };
    const { error } = await world.act([effect], { name: 'no-such-tool' });
    expect(error?.message).toContain('there is no program of this name');
    const hidden = await world.act([effect], { name: hostile });
    expect(hidden.error?.message).toContain('there is no program of this name');
    expect(await readdir(world.workspace)).toEqual([]);
  });
});
