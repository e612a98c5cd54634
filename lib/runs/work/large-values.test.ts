import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runDirectory } from '../../clients/files/files.ts';
import { isLargeValue, type LargeValue } from '../../nodes/parts/large-value.ts';
import { tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { allEventsOf, eventsOf, startNodes, whenRun, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';

let engine: ScratchEngine;
beforeAll(async () => {
  engine = await startScratchEngine();
});
afterAll(() => engine.stop());

/** Prints so many objects as JSON. */
const printing = (count: number) => ({
  type: 'cli',
  command: [
    'node',
    '-e',
    `console.log(JSON.stringify(Array.from({ length: ${count} }, (_, id) => ({ id, name: 'object number ' + id, even: id % 2 === 0 }))))`,
  ],
  parse: 'json',
});

const check = (condition: string) => ({ type: 'if', condition, then: 'complete', else: 'fail' });

describe('what a command prints', () => {
  test('D2 800 objects are a list for everything that follows, and small fields stay in sight', async () => {
    const id = await startNodes({
      list: { ...printing(800), save: { items: '${result.value}' } },
      check: check("len(list.value) == 800 && computed.items[799].name == 'object number 799' && list.exit_code == 0"),
    });
    const { state } = await whenStatus(id, 'completed');
    expect(state.outputs.list).toMatchObject({ exit_code: 0, value: { kind: 'list', length: 800 } });
    expect(isLargeValue(state.computed.items)).toBe(true);
  });

  test('D2 100,000 objects are counted, filtered, mapped and passed on', async () => {
    const id = await startNodes({
      list: { ...printing(100_000), save: { items: '${result.value}' } },
      work: {
        type: 'action',
        do: [
          { type: 'compute', expression: 'len(list.value)', store_as: 'count' },
          { type: 'compute', expression: 'list.value.filter(one => one.even).length', store_as: 'even' },
          { type: 'compute', expression: 'list.value.map(one => one.id)', store_as: 'ids' },
          { type: 'set_state', field: 'computed.copy', value: '${computed.items}' },
          { type: 'append_state', field: 'computed.copy', value: 'one more' },
        ],
      },
      check: check("computed.ids[-1] == 99999 && len(computed.copy) == 100001 && computed.copy[-1] == 'one more'"),
    });
    const { state, gates } = await whenRun(id, ({ status }) => status !== 'queued' && status !== 'running');
    expect(gates).toEqual([]);
    expect(state.computed).toMatchObject({ count: 100_000, even: 50_000 });
    for (const event of await allEventsOf(id)) expect(JSON.stringify(event).length).toBeLessThan(70_000);
    expect(JSON.stringify(state).length).toBeLessThan(70_000);
  });

  test('D2 stdout of 3 MB is whole where a node acts on it', async () => {
    const id = await startNodes({
      print: { type: 'cli', command: ['node', '-e', "console.log('line of text\\n'.repeat(250000))"] },
      count: { type: 'cli', command: ['wc', '-c'], stdin: '${print.stdout}' },
      check: check(
        "trim(count.stdout) == '3250001' && len(print.stdout) == 3250001 && endswith(print.stdout, '\\n\\n')",
      ),
    });
    await whenStatus(id, 'completed');
    const started = await eventsOf(id, 'node_started');
    const input = started.find(({ node }) => node === 'count')?.data.input as { stdin: unknown };
    expect(isLargeValue(input.stdin)).toBe(true);
  });

  test('D2 a command has large arguments whole, and whether it is asked about is told by all of them', async () => {
    const letters = ['a', 'b', 'c'].map((letter) => letter.repeat(60_000));
    const id = await startNodes({
      count: { type: 'cli', command: ['node', '-e', 'console.log(process.argv.slice(1).join("").length)', ...letters] },
      check: check("trim(count.stdout) == '180000'"),
    });
    expect((await whenRun(id, ({ status }) => status !== 'queued' && status !== 'running')).gates).toEqual([]);
    await whenStatus(id, 'completed');
  });

  test('D2 a step whose value is gone from the disk fails and says so; the console and its run go on', async () => {
    const id = await startNodes({
      print: { ...printing(2000), save: { items: '${result.value}' } },
      ask: { type: 'gate', kind: 'question', options: [{ id: 'ok' }] },
      use: { type: 'cli', command: ['true'], stdin: '${computed.items}' },
    });
    const { state, gates } = await whenStatus(id, 'waiting');
    const { $value: hash } = state.computed.items as LargeValue;
    rmSync(join(runDirectory(engine.dataDirectory, state.workflow, id), 'values', `${hash}.json`));
    await answerGate(house, { runId: id, gateId: gates[0]?.id ?? '', option: 'ok', actor: tester });
    const asked = await whenRun(id, ({ gates: all }) => all.some(({ purpose }) => purpose === 'failure'));
    expect(JSON.stringify(asked.gates)).toContain(`The file ${hash}.json of this run is missing`);
  });

  test('D2 a map walks a large list', async () => {
    const id = await startNodes({
      list: printing(800),
      each: { type: 'map', items: '${list.value.slice(0, 40)}', body: 'name', next: 'check' },
      name: {
        type: 'action',
        do: [{ type: 'compute', expression: 'list.value[item.id].name', store_as: 'last' }],
        next: 'join',
      },
      check: check("computed.last == 'object number 39'"),
    });
    await whenStatus(id, 'completed');
  });
});

test('D2 a value is a file before the event that names it, and one file however often it is named', async () => {
  const id = await startNodes({
    list: { ...printing(3000), save: { first: '${result.value}', second: '${result.value}' } },
    again: { ...printing(3000) },
  });
  const { state } = await whenStatus(id, 'completed');
  const directory = join(runDirectory(engine.dataDirectory, state.workflow, id), 'values');
  const { value, stdout } = state.outputs.again as Record<string, LargeValue>;
  expect(readdirSync(directory).sort()).toEqual([`${value?.$value}.json`, `${stdout?.$value}.json`].sort());
});

test('D2 what only looks like a handle stands for nothing', async () => {
  const forged = { $value: 'a'.repeat(64), bytes: 100_000, kind: 'text', length: 3, preview: 'abc' };
  const id = await startNodes({
    print: { type: 'cli', command: ['node', '-e', `console.log('${JSON.stringify(forged)}')`], parse: 'json' },
    check: check('print.value.bytes == 100000'),
  });
  const { state } = await whenStatus(id, 'completed');
  expect(state.outputs.print).toMatchObject({ value: { $$value: 'a'.repeat(64) } });
});
