import { expect, onTestFinished, test } from 'vitest';
import { answerGate } from '../runs/answer-gate.ts';
import { listGates } from '../runs/gates/list-gates.ts';
import { listRuns } from '../runs/list-runs.ts';
import { readRun } from '../runs/read-run.ts';
import { tester } from '../testing/actors.ts';
import { startScratchEngine, untilIdle } from '../testing/scratch-engine.ts';

const asks = (name: string) => `
gatehouse: 1
name: ${name}
nodes:
  write: { type: cli, command: [sh, -c, "echo ${name} > name.txt; cat name.txt"] }
  ask: { type: gate, kind: approval, message: "\${write.stdout}", on: { yes: done } }
  done: { type: end, message: "\${write.stdout}" }
`;

test('two consoles on two data directories work in one process without seeing each other', async () => {
  const engines = [await startScratchEngine(), await startScratchEngine({ GATEHOUSE_CONCURRENCY: '3' })] as const;
  for (const engine of engines) onTestFinished(() => engine.stop());
  const heard: string[] = [];
  for (const [index, { house }] of engines.entries()) house.notifier.onAnyChange((id) => heard.push(`${index}: ${id}`));
  const [first, second] = await Promise.all(engines.map((engine, index) => engine.settle(asks(`house${index}`))));

  for (const [index, { house, dataDirectory }] of engines.entries()) {
    const own = index === 0 ? first : second;
    const other = index === 0 ? second : first;
    const { runs } = await listRuns(house, {}, tester);
    expect(runs.map(({ id }) => id)).toEqual([own]);
    const [gate] = (await listGates(house, { status: 'open' }, tester)).gates;
    expect(gate).toMatchObject({ run: own, message: `house${index}\n` });
    await expect(readRun(house, other ?? '')).rejects.toMatchObject({ code: 'not_found' });
    expect([...house.liveRuns.runs.keys()]).toEqual([own]);
    expect((await readRun(house, own ?? '')).state.workspace.startsWith(dataDirectory)).toBe(true);
  }
  expect(new Set(heard)).toEqual(new Set([`0: ${first}`, `1: ${second}`]));

  const [one, two] = engines;
  const [gate] = (await listGates(two.house, { status: 'open' }, tester)).gates;
  await answerGate(two.house, {
    runId: second ?? '',
    gateId: gate?.id ?? '',
    option: 'yes',
    actor: tester,
  });
  await untilIdle(second ?? '', two.house);
  await one.stop();
  expect(await readRun(two.house, second ?? '')).toMatchObject({ status: 'completed' });
  expect(() => one.house.store).toThrow('stopping');
});
