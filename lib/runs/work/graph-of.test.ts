import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine, untilIdle } from '../../testing/scratch-engine.ts';
import { allEventsOf, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { cancelRun } from '../cancel-run.ts';
import { listRuns } from '../list-runs.ts';
import { readRunPage } from '../read-run.ts';
import { runAgain } from '../run-again.ts';
import { startRun } from '../start-run.ts';

let engine: ScratchEngine;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  engine = await startScratchEngine();
});
afterEach(async () => {
  await engine.stop();
  vi.restoreAllMocks();
});

const asks = (message: string) => `
gatehouse: 1
name: Asks
nodes:
  ask: { type: gate, kind: question, message: Go on?, options: [{ id: go }] }
  done: { type: end, message: ${message} }
`;

/** The console is started anew and finds this text where the run's text was, as if it had been right when it was stored. */
async function upgradeTo(text: string, runId: string): Promise<void> {
  const database = new Database(join(engine.dataDirectory, 'gatehouse.db'));
  const written = 'UPDATE WorkflowVersion SET source = ? WHERE id = (SELECT versionId FROM Run WHERE id = ?)';
  expect(database.prepare(written).run(text, runId).changes).toBe(1);
  // What brings it on is not known: then it is looked at.
  database.prepare('UPDATE Run SET waitingOn = NULL WHERE id = ? AND currentType = ?').run(runId, 'wait');
  database.close();
  await engine.restart();
}

test('a check that refuses a text since stops its starts, and not its run that is under way', async () => {
  const refused = asks(`"Went on with \${inputs.nothing ?? 'nobody'}"`);
  await expect(startRun(house, { source: refused, actor: tester })).rejects.toMatchObject({
    code: 'invalid_workflow',
  });
  const { id } = await startRun(house, { source: asks('Fine'), actor: tester });
  const gate = await whenAsked(id);
  await upgradeTo(refused, id);
  await expect(runAgain(house, { runId: id, actor: tester })).rejects.toMatchObject({ code: 'invalid_workflow' });
  expect((await readRunPage(house, id)).graph.nodes).toHaveLength(2);
  await answerGate(house, { runId: id, gateId: gate.id, option: 'go', actor: tester });
  expect(await whenStatus(id, 'completed')).toMatchObject({ state: { message: 'Went on with nobody' } });
});

test('a text that cannot be read any more is an error of its run, and all others go on', async () => {
  const { id } = await startRun(house, { source: asks('Fine'), actor: tester });
  const gate = await whenAsked(id);
  await upgradeTo(asks('Fine').replace('type: end', 'type: ned'), id);
  await untilIdle(id);
  const answered = answerGate(house, { runId: id, gateId: gate.id, option: 'go', actor: tester });
  await expect(answered).rejects.toMatchObject({
    code: 'invalid_workflow',
    message:
      'This version of the console cannot read the text that this run of "Asks" was started with: 6:17 node "done" has unknown type "ned"; did you mean "end"?',
  });
  const other = await startRun(house, { source: asks('Other').replace(/ {2}ask:.*\n/, ''), actor: tester });
  await whenStatus(other.id, 'completed');
  expect((await listRuns(house, {}, tester)).runs.map(({ id: one }) => one).sort()).toEqual([id, other.id].sort());
});

test('a run whose text cannot be read any more can be cancelled', async () => {
  const { id } = await startRun(house, { source: asks('Fine'), actor: tester });
  await whenAsked(id);
  await upgradeTo(asks('Fine').replace('type: end', 'type: ned'), id);
  expect(await cancelRun(house, { runId: id, actor: tester })).toEqual({ status: 'cancelled' });
  await untilIdle(id);
  expect(await house.store.readRun(id)).toMatchObject({ status: 'cancelled', waitingOn: null });
  expect(await house.store.listGates({ run: id, status: 'open' })).toEqual([]);
  expect((await allEventsOf(id)).at(-1)).toMatchObject({ type: 'run_cancelled', data: { by: 'tester' } });
  expect(vi.mocked(console.error).mock.calls.filter(([line]) => String(line).includes('could not go on'))).toEqual([]);
  await expect(cancelRun(house, { runId: id, actor: tester })).rejects.toMatchObject({ code: 'run_ended' });
});

test('a waiting run that cannot be read any more is found among those that nothing will move, and the log says why', async () => {
  const waits = asks('Fine').replace(/ask: .*/, 'rest: { type: wait, signal: go }');
  const { id } = await startRun(house, { source: waits, actor: tester });
  await whenStatus(id, 'waiting');
  await upgradeTo(waits.replace('type: end', 'type: ned'), id);
  const logged = (words: string) => vi.mocked(console.error).mock.calls.some(([line]) => String(line).includes(words));
  await vi.waitUntil(() => logged(`run ${id} of asks was stuck`), 10_000);
  await vi.waitUntil(() => logged(`run ${id} could not go on (1): This version of the console cannot read`), 10_000);
});
