import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ToolResult } from '../../nodes/contract/node-context.ts';
import { createRunSecrets } from '../../secrets/run-secrets.ts';
import { isProcessRunning } from '../../testing/clients/is-running.ts';
import { house } from '../../testing/house.ts';
import { callTool, closeAllServers, closeServers, listTools } from './mcp.ts';
import { openServer } from './mcp-connection.ts';
import type { ServerSpec } from './mcp-process.ts';

const root = resolve(import.meta.dirname, '../../..');
let workspace: string;
const mayStart = async () => {};

beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'gatehouse-mcp-'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAllServers(house);
  await rm(workspace, { recursive: true, force: true });
});

function fake(mode = 'ok', more: Partial<ServerSpec> = {}): ServerSpec {
  const args = [join(root, 'e2e/fakes/mcp-server.mjs'), mode];
  return { id: 'fake', command: process.execPath, args, env: {}, cwd: null, ...more };
}

const call = (tool: string, args: Record<string, unknown> = {}, options: object = {}, run = 'r1') =>
  callTool(house, run, fake(), tool, args, { workspace, mayStart, ...options });

function textOf(result: ToolResult): string {
  return result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}

test('a tool answers with text', async () => {
  expect(await call('echo', { message: 'grüße' })).toEqual({
    isError: false,
    content: [{ type: 'text', text: 'grüße' }],
  });
});

test('an image comes back with its type', async () => {
  const { content } = await call('image');
  expect(content).toMatchObject([{ type: 'image', mimeType: 'image/png' }, { type: 'text' }]);
});

test('a tool that reports an error is a result, not a failure', async () => {
  expect(await call('fail')).toMatchObject({ isError: true, content: [{ text: 'this tool always fails' }] });
});

test('an unknown tool is named with the nearest and with all that exist', async () => {
  await expect(call('ehco')).rejects.toMatchObject({
    code: 'tool_unknown',
    message: 'Server "fake" has no tool "ehco"; did you mean "echo"?',
    details: { suggestion: 'echo', tools: expect.arrayContaining(['echo', 'image']) },
  });
});

test('the tools of a server can be listed', async () => {
  const tools = await listTools(house, 'r1', fake(), { workspace, mayStart });
  expect(tools.map((tool) => tool.name)).toContain('write_file');
});

test('the nodes of a run share one process, another run has its own', async () => {
  const [first, second, other] = await Promise.all([call('pid'), call('pid'), call('pid', {}, {}, 'r2')]);
  expect(textOf(first)).toBe(textOf(second));
  expect(textOf(first)).not.toBe(textOf(other));
  await closeServers(house, 'r1');
  expect(isProcessRunning(Number(textOf(first)))).toBe(false);
  expect(isProcessRunning(Number(textOf(other)))).toBe(true);
});

test('closing a run ends what the server started, even when it ignores SIGTERM', async () => {
  const child = Number(textOf(await call('spawn_child')));
  expect(isProcessRunning(child)).toBe(true);
  await closeServers(house, 'r1');
  expect(isProcessRunning(child)).toBe(false);
});

test('a server that cannot start says its command, exit code and last words', async () => {
  await expect(callTool(house, 'r1', fake('no-start'), 'echo', {}, { workspace, mayStart })).rejects.toMatchObject({
    code: 'server_not_started',
    message: expect.stringMatching(/Server "fake" did not start: command ".*" exited with code 3\n.*licence file/),
    details: { exit_code: 3, stderr: 'fake server: the licence file is missing' },
  });
});

test('a server whose command or directory does not exist is named', async () => {
  const missing = fake('ok', { command: 'no-such-server' });
  await expect(callTool(house, 'r1', missing, 'echo', {}, { workspace, mayStart })).rejects.toMatchObject({
    code: 'server_not_started',
    message: expect.stringContaining('command "no-such-server" was not found'),
  });
  await expect(
    callTool(house, 'r1', fake('ok', { cwd: 'nowhere' }), 'echo', {}, { workspace, mayStart }),
  ).rejects.toThrow(/directory "nowhere" does not exist/);
});

test('a server that never answers initialize is given up', async () => {
  const opening = openServer(house, fake('never-initialize'), { workspace, timeout: 300 });
  await expect(opening).rejects.toMatchObject({
    code: 'server_not_started',
    message: expect.stringContaining('no answer to initialize within 300 ms'),
  });
});

test('closing a run stops a server that is still starting', async () => {
  const calling = callTool(house, 'r1', fake('never-initialize'), 'echo', {}, { workspace, mayStart });
  const failed = expect(calling).rejects.toMatchObject({ code: 'aborted' });
  await closeServers(house, 'r1');
  await failed;
});

test('a server that dies during a call is a failure of its own, and the next call starts it again', async () => {
  const before = textOf(await call('pid'));
  await expect(call('die')).rejects.toMatchObject({
    code: 'server_died',
    message: 'Server "fake" exited with code 7 during tool "die"\nthe tool broke the server',
    details: { exit_code: 7 },
  });
  expect(textOf(await call('pid'))).not.toBe(before);
});

test('progress is reported, and an aborted call ends and tells the server', async () => {
  const stop = new AbortController();
  const progress: unknown[] = [];
  const calling = call(
    'slow',
    {},
    {
      signal: stop.signal,
      onProgress: (one: unknown) => {
        progress.push(one);
        stop.abort();
      },
    },
  );
  await expect(calling).rejects.toMatchObject({ code: 'aborted' });
  expect(progress).toEqual([{ message: 'halfway', ratio: 0.5 }]);
  await vi.waitFor(() => readFile(join(workspace, 'slow-was-stopped')));
  expect(textOf(await call('echo', { message: 'still there' }))).toBe('still there');
});

test('a call that takes too long is a timeout', async () => {
  await call('pid');
  await expect(call('slow', {}, { timeout: 200 })).rejects.toMatchObject({
    code: 'tool_timeout',
    message: 'tool "slow" of server "fake" gave no answer within 200 ms',
  });
});

test('a server works in the workspace, and a link to a file there is kept', async () => {
  const { content } = await call('write_file', { path: 'made.txt', content: 'by a tool' });
  expect(content).toEqual([
    { type: 'resource', uri: pathToFileURL(join(workspace, 'made.txt')).href, mimeType: 'text/plain' },
  ]);
  expect(await readFile(fileURLToPath((content[0] as { uri: string }).uri), 'utf8')).toBe('by a tool');
});

test('a link to a file outside of the workspace is only told', async () => {
  expect((await call('link_outside')).content).toEqual([
    { type: 'text', text: expect.stringContaining('not in the workspace: file:///etc/hostname') },
  ]);
});

test('a server that asks for roots is told the workspace', async () => {
  expect(JSON.parse(textOf(await call('roots')))).toEqual([{ uri: pathToFileURL(workspace).href, name: 'workspace' }]);
});

test('a server sees none of our secrets', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'canary-key');
  const spec = fake('ok', { env: { GIVEN: 'yes' } });
  const environment = textOf(await callTool(house, 'r1', spec, 'environment', {}, { workspace, mayStart }));
  expect(environment).not.toContain('canary');
  expect(JSON.parse(environment)).toMatchObject({ GIVEN: 'yes' });
});

test('an answer of 9 MB arrives, one that is larger than a value may be ends the server and names the setting', async () => {
  const { limits } = house.env;
  onTestFinished(() => void Object.assign(house.env, { limits }));
  house.env.limits = { ...limits, value: 10 * 1024 * 1024 };
  expect(textOf(await call('large'))).toHaveLength(9 * 1024 * 1024);
  await expect(call('flood')).rejects.toMatchObject({
    code: 'protocol_error',
    message: expect.stringContaining('GATEHOUSE_MAX_VALUE'),
  });
});

test('what a server prints outside of the protocol does not disturb it', async () => {
  const result = await callTool(house, 'r1', fake('babbles'), 'echo', { message: 'hi' }, { workspace, mayStart });
  expect(textOf(result)).toBe('hi');
});

test('an error of the protocol keeps its code', async () => {
  await expect(callTool(house, 'r1', fake('refuses'), 'echo', {}, { workspace, mayStart })).rejects.toMatchObject({
    code: 'protocol_error',
    message: 'tool "echo" of server "fake" answered with error -32000: not today',
    details: { code: -32000 },
  });
});

test('the public server-everything answers with text and an image', async () => {
  const spec = {
    id: 'everything',
    command: join(root, 'node_modules/.bin/mcp-server-everything'),
    args: [],
    env: {},
    cwd: null,
  };
  expect(textOf(await callTool(house, 'r1', spec, 'get-sum', { a: 2, b: 3 }, { workspace, mayStart }))).toContain('5');
  const { content } = await callTool(house, 'r1', spec, 'get-tiny-image', {}, { workspace, mayStart });
  const image = content.find((part) => part.type === 'image');
  expect(image).toMatchObject({ mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) });
});

test('what a failing server said last is told without the secrets, and without half of one', async () => {
  const secrets = createRunSecrets([{ name: 'key', marker: '[secret key 0]', value: 'hunter2-hunter2' }]);
  const script = "process.stderr.write(process.env.KEY + 'x'.repeat(8185) + process.env.KEY, () => process.exit(3))";
  const spec = fake('ok', { args: ['-e', script], env: { KEY: 'hunter2-hunter2' } });
  const opened = openServer(house, spec, { workspace, textRedactor: secrets.textRedactor });
  await expect(opened).rejects.toMatchObject({
    code: 'server_not_started',
    details: { stderr: expect.stringMatching(/^x{8180}\[secret key\]$/) },
  });
});
