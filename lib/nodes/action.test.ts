import { expect, test } from 'vitest';
import { decideOver, workingContext } from '../testing/nodes/node-context.ts';
import { action } from './action.ts';
import { noModels } from './contract/define-node.ts';
import { markedFields } from './contract/marked-fields.ts';
import type { NodeContext } from './contract/node-context.ts';

const effects = (list: unknown[]) => action.fields.parse({ do: list });

test('each effect becomes one change, in order, and later ones see earlier ones', () => {
  const fields = effects([
    { type: 'set_state', field: 'phase', value: 'review' },
    { type: 'compute', expression: 'n + 1', store_as: 'next' },
    { type: 'compute', expression: 'computed.next * 2', store_as: 'computed.double' },
    { type: 'set_flag', flag: 'done', value: '${n == 1}' },
    { type: 'set_flag', flag: 'seen' },
  ]);
  expect(action.decide?.(fields, decideOver({ n: 1 }))).toMatchObject({
    kind: 'complete',
    changes: [
      { op: 'set', path: 'phase', value: 'review' },
      { op: 'set', path: 'computed.next', value: 2 },
      { op: 'set', path: 'computed.double', value: 4 },
      { op: 'set', path: 'flags.done', value: true },
      { op: 'set', path: 'flags.seen', value: true },
    ],
  });
});

test('the first failure stops, names its place and the path, and keeps what was done before it', () => {
  const fields = effects([
    { type: 'set_flag', flag: 'on' },
    { type: 'compute', expression: 'computed.none', store_as: 'x' },
    { type: 'set_flag', flag: 'off' },
  ]);
  expect(action.decide?.(fields, decideOver({}))).toMatchObject({
    kind: 'fail',
    error: { code: 'effect_failed', message: expect.stringMatching(/^do\[1\] compute: .*computed\.none/) },
    changes: [{ op: 'set', path: 'flags.on', value: true }],
  });
});

test('it says which data it writes and which fields are expressions', () => {
  const fields = effects([
    { type: 'set_flag', flag: 'on' },
    { type: 'compute', expression: '1', store_as: 'x' },
  ]);
  expect(action.writes?.(fields)).toEqual(['flags.on', 'computed.x']);
  expect(markedFields(action.fields, fields)).toContainEqual({
    kind: 'expression',
    at: ['do', 1, 'expression'],
    value: '1',
  });
});

test('an empty list and an unknown effect are refused', () => {
  expect(action.fields.safeParse({ do: [] }).success).toBe(false);
  expect(action.fields.safeParse({ do: [{ type: 'erase_everything' }] }).success).toBe(false);
});

test('it acts as soon as one effect reaches the outside, inside of a list too', () => {
  const acts = (...list: unknown[]) => action.acts?.(effects(list));
  const flag = { type: 'set_flag', flag: 'on' };
  const read = { type: 'read_file', path: 'a', store_as: 'a' };
  expect(acts(flag)).toBe(false);
  expect(acts(flag, { type: 'foreach', items: [1], do: [flag] })).toBe(false);
  expect(acts(flag, read)).toBe(true);
  expect(acts({ type: 'foreach', items: [1], do: [flag, read] })).toBe(true);
});

test('it says what it does outside, and only what merely reads may be repeated', () => {
  const reads = effects([
    { type: 'set_flag', flag: 'on' },
    { type: 'read_file', path: 'a', store_as: 'a' },
    { type: 'web_fetch', url: 'https://example.org', store_as: 'page' },
    { type: 'git_ops_local', operation: 'get-sha', repo_path: '.', store_as: 'sha' },
  ]);
  expect(action.idempotent?.(reads, { onlyRead: false })).toBe(true);
  expect(action.executes?.(reads, noModels)).toEqual(['fetch https://example.org']);
  expect(action.writes?.(reads)).toEqual(['flags.on', 'computed.a', 'computed.page', 'computed.sha']);
  const works = effects([
    { type: 'write_file', path: 'a', content: '' },
    { type: 'run_command', script: 'make\n', store_as: 'made' },
    { type: 'mcp_tool_call', tool: 'files.list' },
    { type: 'foreach', items: [1], do: [{ type: 'clone_repo', url: '${item}', dest: 'x' }] },
    { type: 'install_tool', tool: 'x', install_command: ['apt-get', 'install', 'x'] },
  ]);
  expect(action.idempotent?.(works, { onlyRead: true })).toBe(false);
  expect(action.executes?.(works, noModels)).toEqual([
    'write a',
    'make',
    'files.list',
    'git clone ${item} x',
    'apt-get install x',
  ]);
  expect(action.servers?.(works)).toEqual(['files']);
});

test('an attempt that is stopped does no further effect', async () => {
  const controller = new AbortController();
  const done: string[] = [];
  const files = {
    makeDirectory: async (path: string) => {
      done.push(path);
      controller.abort();
    },
  } as unknown as NodeContext['files'];
  const fields = effects(['a', 'b'].map((path) => ({ type: 'create_directory', path })));
  const outcome = await action.execute?.(fields, workingContext({ signal: controller.signal, files }));
  expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringMatching(/^do\[1\] create_directory/) } });
  expect(done).toEqual(['a']);
});
