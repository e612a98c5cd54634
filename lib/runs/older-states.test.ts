// A database as the version before left it, when the shape of a state was in version 1, is opened and worked with.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunEvent } from '../engine/events.ts';
import { type RunState, stateVersion } from '../engine/state.ts';
import { decodeEvents, type EventBatch, encodeEvents } from '../store/event-batch.ts';
import { tester } from '../testing/actors.ts';
import { eventOfVersion1, stateOfVersion1 } from '../testing/engine/version-1.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine, untilIdle } from '../testing/scratch-engine.ts';
import { allEventsOf, startNodes, whenAsked, whenStatus } from '../testing/scratch-run.ts';
import { answerGate } from './answer-gate.ts';
import { pauseRun } from './pause-run.ts';
import { forkRun } from './rewind/fork-run.ts';
import { restartRun } from './rewind/restart-run.ts';
import { planRollback, rollbackRun } from './rewind/rollback-run.ts';
import { stateAt } from './work/live-run.ts';

let engine: ScratchEngine;
let runId: string;
let events: RunEvent[];

const actor = tester;

// fan ─┬─ a: keep → ask ─┐
//      └─ b: work ───────┴→ done
beforeEach(async () => {
  engine = await startScratchEngine();
  runId = await startNodes({
    fan: { type: 'parallel', branches: { a: 'keep', b: 'work' }, next: 'done' },
    keep: { type: 'checkpoint' },
    ask: { type: 'gate', kind: 'approval', next: 'join' },
    work: { type: 'cli', command: ['echo', 'worked'], next: 'join' },
    done: { type: 'end' },
  });
  await standsAtQuestion(runId);
  events = await allEventsOf(runId);
});
afterEach(() => engine.stop());

async function standsAtQuestion(id: string): Promise<void> {
  await whenAsked(id);
  await whenStatus(id, 'waiting');
  await untilIdle(id);
}

async function isAnsweredAndCompletes(id: string): Promise<void> {
  const gate = await whenAsked(id);
  await answerGate(house, { runId: id, gateId: gate.id, option: 'yes', actor });
  expect((await whenStatus(id, 'completed')).state.nodes).toMatchObject({ fan: { status: 'completed' } });
  await untilIdle(id);
}

function inDatabase<T>(use: (db: Database.Database) => T): T {
  const db = new Database(join(engine.dataDirectory, 'gatehouse.db'));
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** Writes everything that holds a state as version 1 wrote it, then starts a process that knows nothing of it. */
async function reopenInVersion1(): Promise<void> {
  inDatabase((db) => {
    for (const table of ['Snapshot', 'Checkpoint']) {
      const rows = db.prepare<[], { rowid: number; state: string }>(`SELECT rowid, state FROM "${table}"`).all();
      expect(rows.length).toBeGreaterThan(0);
      const write = db.prepare(`UPDATE "${table}" SET state = ?, version = NULL WHERE rowid = ?`);
      for (const { rowid, state } of rows) write.run(JSON.stringify(stateOfVersion1(JSON.parse(state))), rowid);
    }
    const written = db.prepare<[], EventBatch & { runId: string }>(
      'SELECT runId, "first", at, events FROM "EventBatch"',
    );
    const write = db.prepare('UPDATE "EventBatch" SET events = ? WHERE runId = ? AND "first" = ?');
    for (const { runId, ...batch } of written.all()) {
      write.run(encodeEvents(decodeEvents(batch).map(eventOfVersion1)).events, runId, batch.first);
    }
  });
  await engine.restart();
  events = await allEventsOf(runId);
}

const logBegins = async (id: string, before: RunEvent[]) =>
  expect((await allEventsOf(id)).slice(0, before.length)).toEqual(before);

test('a waiting run has the states it had, at its end and at every event, and goes on', async () => {
  const before = await Promise.all(events.map(({ seq }) => stateAt(house, runId, seq)));
  expect(before.at(-1)?.active.map(({ phase }) => phase)).toContain('split');
  await reopenInVersion1();
  expect(await Promise.all(events.map(({ seq }) => stateAt(house, runId, seq)))).toEqual(before);
  await isAnsweredAndCompletes(runId);
  await logBegins(runId, events);
});

test('the next snapshot of the run is one of today, and takes the place of the old one', async () => {
  await reopenInVersion1();
  await pauseRun(house, { runId, actor });
  const kept = inDatabase((db) => db.prepare('SELECT seq, version FROM "Snapshot"').all());
  expect(kept).toEqual([{ seq: (await stateAt(house, runId))?.seq, version: stateVersion }]);
});

test('a run is rolled back to a checkpoint that was kept in version 1', async () => {
  await reopenInVersion1();
  expect((await planRollback(house, { runId, actor, checkpoint: 'keep' })).position).toContainEqual({
    node: 'fan',
    how: 'waits for branches',
  });
  await rollbackRun(house, { runId, actor, checkpoint: 'keep' });
  await isAnsweredAndCompletes(runId);
  await logBegins(runId, events);
});

test('a run that was rolled back and restarted in version 1 goes on from there', async () => {
  await rollbackRun(house, { runId, actor, checkpoint: 'keep' });
  await standsAtQuestion(runId);
  await restartRun(house, { runId, actor, node: 'fan' });
  await standsAtQuestion(runId);
  const before = await stateAt(house, runId);
  await reopenInVersion1();
  expect(await stateAt(house, runId)).toEqual(before);
  await isAnsweredAndCompletes(runId);
  await logBegins(runId, events);
});

test('a fork that began in version 1 goes on, is rolled back to its copy of a checkpoint, and is forked itself', async () => {
  const { id: fork } = await forkRun(house, { runId, actor, at: events.length });
  await standsAtQuestion(fork);
  const before = (await stateAt(house, fork)) as RunState;
  await reopenInVersion1();
  const log = await allEventsOf(fork);
  expect(JSON.stringify(log)).toContain('"phase":"forked"');
  expect(await stateAt(house, fork)).toEqual(before);

  const { id: second } = await forkRun(house, { runId: fork, actor, at: before.seq });
  await standsAtQuestion(second);
  await rollbackRun(house, { runId: second, actor, checkpoint: 'keep' });
  await isAnsweredAndCompletes(second);

  await rollbackRun(house, { runId: fork, actor, checkpoint: 'keep' });
  await isAnsweredAndCompletes(fork);
  await logBegins(fork, log);
  await logBegins(runId, events);
});

test('the state of a long run that ended in another version is folded by its first reader and kept for all others', async () => {
  const id = await startNodes({
    rounds: { type: 'loop', body: 'note', done: 'complete', max: 100 },
    note: { type: 'action', do: [{ type: 'set_flag', flag: 'noted' }] },
    back: { type: 'end_loop', loop: 'rounds' },
  });
  const before = (await whenStatus(id, 'completed')).state;
  await untilIdle(id);
  expect(before.seq).toBeGreaterThan(300);
  inDatabase((db) => db.prepare('UPDATE "Snapshot" SET version = NULL').run());
  const kept = () =>
    inDatabase((db) => db.prepare('SELECT seq FROM "Snapshot" WHERE runId = ? AND version = ?').all(id, stateVersion));
  expect(kept()).toEqual([]);
  expect(await stateAt(house, id)).toEqual(before);
  expect(kept()).toEqual([{ seq: before.seq }]);
  // Of a run that went on after its end the state of then is nobody's newest.
  await restartRun(house, { runId: id, actor, node: 'rounds' });
  await whenStatus(id, 'completed');
  await untilIdle(id);
  inDatabase((db) => db.prepare('UPDATE "Snapshot" SET version = NULL').run());
  expect(await stateAt(house, id, before.seq)).toEqual(before);
  expect(kept()).toEqual([]);
});
