import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createScratchWorld, type ScratchWorld } from '../../testing/nodes/effects-world.ts';
import type { NodeContext } from '../contract/node-context.ts';
import type { ModelRequest } from '../model/model-request.ts';

let world: ScratchWorld;
let server: Server;
let host: string;

beforeEach(async () => {
  server = createServer((request, response) => {
    const pages: Record<string, string> = { '/a': 'page a', '/long': 'x'.repeat(600 * 1024) };
    const page = pages[request.url ?? ''];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/plain' }).end(page ?? 'none');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  host = `http://127.0.0.1:${port}`;
  world = await createScratchWorld([{ host: '127.0.0.1', port }]);
});
afterEach(async () => {
  server.close();
  await world.end();
});

describe('a page', () => {
  it('is kept with its status and address, and written to a file', async () => {
    const { error, values } = await world.act(
      [
        { type: 'web_fetch', url: '${host}/a', store_as: 'page' },
        { type: 'cache_web_content', from: 'computed.page', dest: 'cache/a.txt', store_path_as: 'file' },
      ],
      { host },
    );
    expect(error).toBeNull();
    expect(values).toEqual({
      'computed.page': { status: 200, content: 'page a', url: `${host}/a` },
      'computed.file': 'cache/a.txt',
    });
    expect(await readFile(join(world.workspace, 'cache/a.txt'), 'utf8')).toBe('page a');
  });

  it('is reached by web_ops too', async () => {
    const { error } = await world.act([
      { type: 'web_ops', operation: 'fetch', url: `${host}/a`, store_as: 'page' },
      { type: 'web_ops', operation: 'cache', from: 'computed.page.content', dest: 'a.txt' },
    ]);
    expect(error).toBeNull();
    expect(await readFile(join(world.workspace, 'a.txt'), 'utf8')).toBe('page a');
  });

  it('D2 that is long is whole in the data and in the file', async () => {
    const { values } = await world.act([
      { type: 'web_fetch', url: `${host}/long`, store_as: 'page' },
      { type: 'cache_web_content', from: 'computed.page', dest: 'long.txt' },
    ]);
    const page = values['computed.page'] as { content: string };
    expect(page.content).toHaveLength(600 * 1024);
    expect(await readFile(join(world.workspace, 'long.txt'), 'utf8')).toHaveLength(600 * 1024);
  });

  it('that is not there stops the action, unless that is allowed', async () => {
    const effect = { type: 'web_fetch', url: `${host}/none`, store_as: 'page' };
    expect((await world.act([effect])).error?.message).toBe(`do[0] web_fetch: ${host}/none answered 404`);
    const { error, values } = await world.act([{ ...effect, allow_failure: true }]);
    expect(error).toBeNull();
    expect(values['computed.page']).toEqual({ status: 404, content: 'none', url: `${host}/none` });
  });

  it('inside of the machine’s own network is never fetched', async () => {
    const effect = { type: 'web_fetch', url: 'http://127.0.0.1:1/', store_as: 'page' };
    expect((await world.act([effect])).error?.message).toContain('127.0.0.1 is not a public address');
    const { values } = await world.act([{ ...effect, allow_failure: true }]);
    expect(values['computed.page']).toMatchObject({
      status: 0,
      content: '',
      error: expect.stringContaining('is not a public address'),
    });
  });

  test('only a page or text is cached', async () => {
    const { error } = await world.act([{ type: 'cache_web_content', from: 'page', dest: 'x' }], { page: [1] });
    expect(error?.message).toContain('"page" is neither a page that was fetched nor text');
  });
});

describe('a prompt', () => {
  const ask = { type: 'web_fetch', store_as: 'page', prompt: 'What is ${what}?' };

  it('gives the page to a model, whose answer is kept instead', async () => {
    const asked: ModelRequest[] = [];
    const callModel: NodeContext['callModel'] = async (request) => {
      asked.push(request);
      return { model: 'm', text: 'an answer', calls: [], input_tokens: 1, output_tokens: 1 };
    };
    const role = { id: 'reader', instructions: 'Read well.', model: 'small' };
    const { values } = await world.act([{ ...ask, url: `${host}/a` }], { what: 'it' }, { callModel, role });
    expect(values['computed.page']).toEqual({ status: 200, content: 'an answer', url: `${host}/a` });
    expect(asked).toMatchObject([{ model: 'small', purpose: 'step', tools: [] }]);
    expect(asked[0]?.messages).toMatchObject([
      { role: 'system', text: 'Read well.' },
      { role: 'user', text: expect.stringMatching(/^What is it\?\n\n.*page a$/s) },
    ]);
  });

  it('waits when the budget is used up, and what was done before it is not done again', async () => {
    const effects = [
      { type: 'append_to_file', path: 'log', content: 'once' },
      { type: 'compute', expression: '41 + 1', store_as: 'n' },
      { ...ask, url: `${host}/a` },
      { type: 'append_to_file', path: 'log', content: ' ${computed.page.content} ${computed.n}' },
    ];
    const waiting = await world.execute(effects, world.context({ what: 'it' }, { isOverBudget: () => true }));
    expect(waiting).toEqual({ suspended: { reason: 'budget' } });
    const callModel: NodeContext['callModel'] = async () => ({
      model: 'm',
      text: 'answer',
      calls: [],
      input_tokens: 1,
      output_tokens: 1,
    });
    const { error, values } = await world.act(effects, { what: 'it' }, { callModel, resumed: { reason: 'budget' } });
    expect([error, values]).toMatchObject([null, { 'computed.n': 42, 'computed.page': { content: 'answer' } }]);
    expect(await readFile(join(world.workspace, 'log'), 'utf8')).toBe('once answer 42');
  });
});
