import { afterEach, beforeEach, expect, test } from 'vitest';
import { tester } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { whenAsked, whenStatus } from '../testing/scratch-run.ts';
import { listGates } from './gates/list-gates.ts';
import { listRuns } from './list-runs.ts';
import { startRun } from './start-run.ts';

let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine();
});

afterEach(() => engine.stop());

async function start(nodes: Record<string, unknown>): Promise<string> {
  const source = JSON.stringify({ gatehouse: 1, name: 'Scratch', nodes });
  return (await startRun(house, { source, actor: tester })).id;
}

test('lists call a node by its name', async () => {
  const id = await start({ ask: { type: 'gate', kind: 'approval', name: 'Ask the team', message: 'Go on?' } });
  await whenAsked(id);
  expect((await listRuns(house, {}, tester)).runs).toMatchObject([
    { id, current_node: 'ask', current_name: 'Ask the team' },
  ]);
  expect((await listGates(house, { status: 'open' }, tester)).gates).toMatchObject([
    { node: 'ask', node_name: 'Ask the team' },
  ]);
});

test('a run that completed although a check failed says so in the list', async () => {
  const check = (holds: string) => ({ type: 'expression', name: 'is right', if: holds, when: 'after' });
  const good = await start({ work: { type: 'cli', command: ['true'], checks: [check('1 == 1')] } });
  const bad = await start({ work: { type: 'cli', command: ['true'], checks: [check('1 == 2')] } });
  await Promise.all([whenStatus(good, 'completed'), whenStatus(bad, 'completed')]);
  const failed = (await listRuns(house, {}, tester)).runs.filter(({ checks_failed }) => checks_failed);
  expect(failed.map(({ id }) => id)).toEqual([bad]);
});
