import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findProgram } from '../../clients/process/find-program.ts';
import { wallOf } from '../../clients/process/wall/wall.ts';
import { AppError } from '../../errors.ts';
import { tester } from '../../testing/actors.ts';
import { wallTest } from '../../testing/clients/wall-test.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { whenStatus } from '../../testing/scratch-run.ts';
import { startRun } from '../start-run.ts';
import type { RequirementProblem } from './check-requirements.ts';

let engine: ScratchEngine;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'looked at '));
  chmodSync(folder, 0o755);
  engine = await startScratchEngine({ GATEHOUSE_FOLDERS: folder });
  writeFileSync(join(folder, 'notes.txt'), 'all is well');
  writeFileSync(join(folder, 'tool'), '#!/bin/sh\necho "tool version 2.10.3 (built 2026)"\n');
  writeFileSync(join(folder, 'plain'), 'no program');
  chmodSync(join(folder, 'tool'), 0o755);
});

afterEach(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true });
});

const start = (require: unknown[], inputs: Record<string, unknown> = {}) => {
  const head = {
    inputs: { place: { default: folder }, least: { type: 'number', default: 3 } },
    state: { flags: { ready: true } },
  };
  const nodes = { done: { type: 'end' } };
  return startRun(house, {
    source: JSON.stringify({ gatehouse: 1, name: 'Required', ...head, require, nodes }),
    inputs,
    actor: tester,
  });
};

async function problemsOf(require: unknown[], inputs?: Record<string, unknown>): Promise<RequirementProblem[]> {
  const error = await start(require, inputs).then(
    () => null,
    (thrown) => thrown,
  );
  if (error === null) return [];
  if (!(error instanceof AppError) || error.code !== 'requirements_failed') throw error;
  return (error.details as { problems: RequirementProblem[] }).problems;
}

const file = { type: 'file_exists', path: '${inputs.place}/notes.txt' };
const noFile = { type: 'file_exists', path: '${inputs.place}/nothing.txt' };
const tool = { tool: '${inputs.place}/tool' };

test('a run whose requirements hold starts', async () => {
  const { id } = await start([
    { type: 'tool_available', tool: 'sh' },
    { type: 'tool_available', ...tool },
    file,
    { type: 'directory_exists', path: '${inputs.place}' },
    { type: 'path_check', path: '${inputs.place}', check: 'exists' },
    { type: 'path_check', path: '${inputs.place}/notes.txt', check: 'contains_text', args: { text: 'well' } },
    { type: 'tool_check', ...tool, capability: 'available' },
    { type: 'tool_check', ...tool, capability: 'version_gte', args: { version: '2.9' } },
    { type: 'flag_set', flag: 'ready' },
    'inputs.least > 2',
    { type: 'any_of', conditions: [noFile, 'inputs.least == 3'] },
  ]);
  await whenStatus(id, 'completed');
});

test('every requirement that fails is named with its place in the list, and nothing is created', async () => {
  const problems = await problemsOf([
    { type: 'tool_available', tool: 'no-such-program' },
    file,
    { type: 'tool_available', tool: '${inputs.place}/plain' },
    noFile,
    { type: 'directory_exists', path: '${inputs.place}/notes.txt' },
    { type: 'tool_check', ...tool, capability: 'version_gte', args: { version: '2.11' } },
    { type: 'path_check', path: '${inputs.place}/notes.txt', check: 'contains_text', args: { text: 'ill' } },
    'inputs.least > 3',
  ]);
  expect(problems).toEqual([
    { index: 0, message: expect.stringContaining('"no-such-program" was not found') },
    { index: 2, message: expect.stringContaining('was not found') },
    { index: 3, message: `there is no file ${folder}/nothing.txt` },
    { index: 4, message: `${folder}/notes.txt is not a directory` },
    { index: 5, message: expect.stringContaining('is version 2.10.3; at least 2.11 is needed') },
    { index: 6, message: `${folder}/notes.txt does not contain "ill"` },
    { index: 7, message: 'this does not hold: inputs.least > 3' },
  ]);
  expect((await house.store.listRuns({})).runs).toEqual([]);
});

test('a requirement says its own message, with what the run was started with', async () => {
  const message = 'put notes into ${inputs.place}';
  expect(await problemsOf([{ ...noFile, message }], { place: '/nowhere' })).toEqual([
    { index: 0, message: 'put notes into /nowhere' },
  ]);
});

test('the same idempotency key gives the first run, though what it required does not hold any more', async () => {
  const source = JSON.stringify({
    gatehouse: 1,
    name: 'Once',
    require: [{ type: 'file_exists', path: join(folder, 'notes.txt') }],
    nodes: { done: { type: 'end' } },
  });
  const request = { source, actor: tester, idempotencyKey: 'once' };
  const first = await startRun(house, request);
  rmSync(join(folder, 'notes.txt'));
  expect(await startRun(house, request)).toEqual(first);
  await expect(startRun(house, { ...request, idempotencyKey: 'twice' })).rejects.toMatchObject({
    code: 'requirements_failed',
  });
});

const all = (type: string, conditions: unknown[]) => ({ type, conditions });
test.each<[string, unknown[], boolean]>([
  ['all_of', [file, 'true'], true],
  ['all_of', [noFile, 'true'], false],
  ['any_of', [noFile, 'true'], true],
  ['any_of', [noFile, 'false'], false],
  ['none_of', [noFile, 'false'], true],
  ['none_of', [file, 'false'], false],
  ['xor_of', [file, 'false'], true],
  ['xor_of', [file, 'true'], false],
  ['all_of', [all('none_of', [noFile]), all('any_of', [file])], true],
])('%s combines checks of both kinds: %j', async (type, conditions, holds) => {
  expect(await problemsOf([all(type, conditions)])).toHaveLength(holds ? 0 : 1);
});

test('a check that cannot be carried out is a problem of its own, not a failure of the console', async () => {
  writeFileSync(join(folder, 'mute'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const mute = { type: 'tool_check', tool: '${inputs.place}/mute', capability: 'version_gte', args: { version: '1' } };
  const [first, second] = await problemsOf([mute, { type: 'count_above', field: 'inputs.least', min: 1 }]);
  expect(first?.message).toContain('could not be checked');
  expect(second?.message).toContain('cannot be counted');
});

test.skipIf(!(await findProgram(house, 'python3')))(
  'Python modules are asked of the Python that commands get',
  async () => {
    const python = (module: string) => ({ type: 'python_module_available', module });
    expect(await problemsOf([python('json'), python('no_such_module_here')])).toEqual([
      { index: 1, message: expect.stringContaining('Python has no module "no_such_module_here"') },
    ]);
  },
);

wallTest('a program that is not visible behind the wall is missing, and it is said what to declare', async () => {
  const hidden = mkdtempSync(join(tmpdir(), 'hidden-'));
  writeFileSync(join(hidden, 'tool'), '#!/bin/sh\n', { mode: 0o755 });
  const [problem] = await problemsOf([{ type: 'tool_available', tool: join(hidden, 'tool') }]);
  expect(problem?.message).toContain(`${hidden}/tool is not visible behind the wall; declare it under "outside`);
  rmSync(hidden, { recursive: true });
});

wallTest('what is looked for is what a command would see: the console’s own files tell nothing', async () => {
  const token = join(engine.dataDirectory, 'owner-token');
  writeFileSync(token, 'canary');
  const contains = (text: string) => ({
    type: 'path_check',
    path: '${inputs.place}',
    check: 'contains_text',
    args: { text },
  });
  const told = await problemsOf([contains('canary'), contains('nothing')], { place: token });
  expect(told).toHaveLength(2);
  for (const { message } of told) expect(message).toContain(`${token} is not visible behind the wall; declare it`);
});

wallTest('a program and a file that were declared as outside are found there', async () => {
  const hidden = mkdtempSync(join(tmpdir(), 'hidden-'));
  writeFileSync(join(hidden, 'tool'), '#!/bin/sh\n', { mode: 0o755 });
  const require = [
    { type: 'tool_available', tool: join(hidden, 'tool') },
    { type: 'file_exists', path: join(hidden, 'tool') },
  ];
  const started = (outside: object) => {
    const source = JSON.stringify({ gatehouse: 1, name: 'R', outside, require, nodes: { done: { type: 'end' } } });
    return startRun(house, { source, actor: tester });
  };
  await expect(started({})).rejects.toMatchObject({ code: 'requirements_failed' });
  await expect(started({ read: [hidden] })).resolves.toHaveProperty('id');
  rmSync(hidden, { recursive: true });
});

wallTest(
  'versions and Python modules are asked of programs that were declared as outside, which can change nothing',
  async () => {
    const hidden = mkdtempSync(join(tmpdir(), 'hidden-'));
    const lent = join(mkdtempSync(join(tmpdir(), 'lent-')), 'agent.sock');
    const agent = createServer().listen(lent);
    await once(agent, 'listening');
    const alone = `[ "$(grep -c : /proc/net/dev)" = 1 ] && [ ! -e ${lent} ] && ! touch ${hidden}/changed 2>/dev/null`;
    writeFileSync(join(hidden, 'tool'), `#!/bin/sh\n${alone} && echo tool 2.10\n`, { mode: 0o755 });
    writeFileSync(join(hidden, 'python3'), '#!/bin/sh\n[ "$3" = kept_outside ]\n', { mode: 0o755 });
    const require = [
      { type: 'tool_check', tool: join(hidden, 'tool'), capability: 'version_gte', args: { version: '2.9' } },
      { type: 'python_module_available', module: 'kept_outside' },
    ];
    const started = (outside: object) => {
      const source = JSON.stringify({ gatehouse: 1, name: 'V', outside, require, nodes: { done: { type: 'end' } } });
      return startRun(house, { source, actor: tester });
    };
    // What is on the PATH when the wall is built is shown to everybody.
    await wallOf(house);
    vi.stubEnv('PATH', `${hidden}:${process.env.PATH}`);
    await expect(started({})).rejects.toMatchObject({
      details: { problems: [{ message: expect.stringContaining('is not visible behind the wall') }, { index: 1 }] },
    });
    await expect(started({ write: [hidden], sockets: [lent] })).resolves.toHaveProperty('id');
    vi.unstubAllEnvs();
    agent.close();
    for (const folder of [hidden, dirname(lent)]) rmSync(folder, { recursive: true });
  },
);
