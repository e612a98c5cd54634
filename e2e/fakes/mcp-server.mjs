// An MCP server for tests. The first argument chooses how it behaves: `ok` (default) serves the tools below, `no-start`
// complains and exits with 3, `never-initialize` reads and never answers, `babbles` prints to stdout what is not MCP first,
// `refuses` answers every call with an error of the protocol.
import { spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const tinyPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const mode = process.argv[2] ?? 'ok';
const screen = [
  { text: 'Save', x: 40, y: 12 },
  { text: 'Cancel', x: 90, y: 12 },
];
const windows = [
  { window_id: 7, pid: 70, app_name: 'Notes', title: 'Shopping list' },
  { window_id: 8, pid: 80, app_name: 'Text Editor', title: 'notes.md' },
];
const text = (/** @type {string} */ value) => ({ content: [{ type: 'text', text: value }] });
/** A number that also says something outside of the namespace. @param {number} pid */
const toldPid = (pid) => String(statSync('/proc/self/ns/pid').ino * 1_000_000 + pid);
const json = (/** @type {unknown} */ value) => text(JSON.stringify(value));

function createServer() {
  const server = new McpServer({ name: 'fake', version: '1.0.0' });
  /** @type {(name: string, inputSchema: import('zod').ZodRawShape, answer: (given: any, extra: any) => any) => unknown} */
  const tool = (name, inputSchema, answer) => server.registerTool(name, { description: name, inputSchema }, answer);

  tool('echo', { message: z.string() }, ({ message }) => text(message));
  tool('image', {}, () => ({
    content: [
      { type: 'image', data: tinyPng, mimeType: 'image/png' },
      { type: 'text', text: 'one pixel' },
    ],
  }));
  tool('fail', {}, () => ({ isError: true, ...text('this tool always fails') }));
  tool('pid', {}, () => text(toldPid(process.pid)));
  tool('environment', {}, () => text(JSON.stringify(process.env)));
  tool('roots', {}, async () => text(JSON.stringify((await server.server.listRoots()).roots)));
  tool('slow', {}, async (_, { signal, sendNotification, _meta }) => {
    const progressToken = _meta?.progressToken;
    if (progressToken !== undefined) {
      const params = { progressToken, progress: 1, total: 2, message: 'halfway' };
      await sendNotification({ method: 'notifications/progress', params });
    }
    await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
    writeFileSync('slow-was-stopped', '');
    return text('stopped');
  });
  tool('die', {}, () => {
    process.stderr.write('the tool broke the server\n', () => process.exit(7));
    return new Promise(() => {});
  });
  tool('write_file', { path: z.string(), content: z.string() }, ({ path, content }) => {
    writeFileSync(path, content);
    return {
      content: [{ type: 'resource_link', name: path, uri: pathToFileURL(resolve(path)).href, mimeType: 'text/plain' }],
    };
  });
  tool('link_outside', {}, () => ({
    content: [{ type: 'resource_link', name: 'hostname', uri: 'file:///etc/hostname' }],
  }));
  tool('spawn_child', {}, async () => {
    const script = "process.on('SIGTERM', () => {}); process.send('ready'); setInterval(() => {}, 1000)";
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    await new Promise((ready) => child.once('message', ready));
    child.disconnect();
    return text(toldPid(/** @type {number} */ (child.pid)));
  });
  tool('find_text', { text: z.string() }, ({ text: wanted }) => {
    const matches = screen.filter((element) => element.text === wanted);
    return json(matches.length > 0 ? matches : { matches, available_elements: screen.map((element) => element.text) });
  });
  tool('click', { x: z.number(), y: z.number(), button: z.string().optional() }, (given) => json({ clicked: given }));
  tool('list_windows', {}, () => json(windows));
  tool('focus_window', { window_id: z.number().optional(), app_name: z.string().optional() }, (given) => json(given));
  tool('take_screenshot', { mode: z.string().optional(), pid: z.number().optional() }, (given) => json(given));
  tool('flood', {}, () => text('x'.repeat(11 * 1024 * 1024)));
  tool('large', {}, () => text('y'.repeat(9 * 1024 * 1024)));
  if (mode === 'refuses') {
    server.server.setRequestHandler(CallToolRequestSchema, () => {
      const error = new McpError(-32000, '');
      error.message = 'not today';
      throw error;
    });
  }
  return server;
}

if (mode === 'no-start') {
  process.stderr.write('fake server: the licence file is missing\n', () => process.exit(3));
} else if (mode === 'never-initialize') {
  process.stdin.resume();
} else {
  if (mode === 'babbles') process.stdout.write('Welcome to the fake server!\n');
  await createServer().connect(new StdioServerTransport());
}
