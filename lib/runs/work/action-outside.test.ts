import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { eventsOf, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { readRun } from '../read-run.ts';
import { startRun } from '../start-run.ts';

let engine: ScratchEngine;
let web: Server;
let port: number;

beforeAll(async () => {
  web = createServer((_, response) => response.end('a page')).listen(0, '127.0.0.1');
  await once(web, 'listening');
  port = (web.address() as AddressInfo).port;
  engine = await startScratchEngine({ GATEHOUSE_FETCH_ALLOW: `127.0.0.1:${port}` });
});
afterAll(async () => {
  await engine.stop();
  web.close();
});

const fake = resolve(import.meta.dirname, '../../../e2e/fakes/mcp-server.mjs');

const source = (nodes: Record<string, unknown>, more: object = {}) =>
  JSON.stringify({ gatehouse: 1, name: 'Outside', version: '1', ...more, nodes });

const start = async (nodes: Record<string, unknown>, more: object = {}) =>
  (await startRun(house, { source: source(nodes, more), actor: tester })).id;

describe('an action that acts', () => {
  it('changes the run’s data in order, and the nodes after it see that', async () => {
    const id = await start({
      act: {
        type: 'action',
        do: [
          { type: 'write_file', path: 'a.txt', content: 'one' },
          { type: 'read_file', path: 'a.txt', store_as: 'text' },
          { type: 'create_checkpoint', name: 'read' },
          { type: 'web_fetch', url: `http://127.0.0.1:${port}/`, store_as: 'page' },
          { type: 'run_command', script: 'printf "%s" "$TEXT"', env: { TEXT: '${computed.text}' }, store_as: 'ran' },
          { type: 'foreach', items: ['x', 'y'], do: [{ type: 'append_to_file', path: 'b.txt', content: '${item}' }] },
          { type: 'display_message', message: 'read ${computed.text}' },
          { type: 'dynamic_route', action: 'after' },
        ],
      },
      skipped: { type: 'end', outcome: 'failure' },
      after: {
        type: 'action',
        do: [
          {
            type: 'compute',
            expression: 'computed.text + computed.page.content + computed.ran.stdout',
            store_as: 'all',
          },
        ],
      },
    });
    await whenStatus(id, 'completed');
    const changes = (await eventsOf(id, 'variable_set')).flatMap(({ data }) => data.changes);
    expect(changes.map(({ path }) => path)).toEqual([
      'computed.text',
      'computed.page',
      'computed.ran',
      'computed.dynamic_target',
      'computed.all',
    ]);
    expect(changes.at(-1)?.value).toBe('onea pageone');
    expect((await eventsOf(id, 'checkpoint_created')).map(({ data }) => data.name)).toEqual(['read']);
    const output = await eventsOf(id, 'output');
    expect(output.map(({ data }) => data.text).join('')).toContain('read one');
  });

  it('keeps what was done before a failure', async () => {
    const id = await start({
      act: {
        type: 'action',
        do: [
          { type: 'write_file', path: 'a.txt', content: 'one' },
          { type: 'read_file', path: 'a.txt', store_as: 'text' },
          { type: 'delete_file', path: 'none' },
          { type: 'set_flag', flag: 'never' },
        ],
        on_failure: 'mend',
      },
      end: { type: 'end' },
      mend: { type: 'end', message: '${computed.text}, but ${error.message ?? "nothing"}' },
    });
    await whenStatus(id, 'completed');
    const changes = (await eventsOf(id, 'variable_set')).flatMap(({ data }) => data.changes);
    expect(changes).toEqual([{ op: 'set', path: 'computed.text', value: 'one' }]);
    expect((await eventsOf(id, 'node_failed'))[0]?.data.error).toMatchObject({
      code: 'effect_failed',
      message: 'do[2] delete_file: "none" does not exist',
    });
  });
});

test('a server is approved before an action that calls its tool does anything', async () => {
  const id = await start(
    {
      act: {
        type: 'action',
        do: [
          { type: 'write_file', path: 'a.txt', content: 'one' },
          { type: 'mcp_tool_call', tool: 'fake.echo', params: { message: 'hello' }, store_as: 'said' },
        ],
      },
      end: { type: 'end', message: '${computed.said}' },
    },
    { servers: { fake: { command: process.execPath, args: [fake] } } },
  );
  const gate = await whenAsked(id);
  const { workspace } = (await readRun(house, id)).state;
  expect(existsSync(join(workspace, 'a.txt'))).toBe(false);
  await answerGate(house, { runId: id, gateId: gate.id, option: 'allow', actor: tester });
  await whenStatus(id, 'completed');
  expect(existsSync(join(workspace, 'a.txt'))).toBe(true);
  expect((await eventsOf(id, 'run_completed'))[0]?.data.message).toBe('hello');
});
