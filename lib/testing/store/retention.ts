import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';
import { acted, artifact, at, createRuns, creation, gate, link, state, step } from './samples.ts';

export function describeRetention(given: () => OpenedStore): void {
  describe('deleting a run', () => {
    const everything = async (id: string) => {
      const { store } = given();
      return [
        await store.readRun(id),
        await store.readEvents(id, { limit: 10 }),
        await store.readSnapshot(id),
        await store.listGates({ run: id }),
        (await store.pageOfLinks(id, 'g1', { limit: 10 })).links,
        await store.findLink(`hash of link of ${id}`),
        await store.listArtifacts(id),
        await store.readCheckpoint(id, 'c1'),
        (await store.listRuns({ q: id })).runs,
      ];
    };

    beforeEach(async () => {
      const { store } = given();
      await createRuns(store, ['gone', 'kept'], { status: 'completed' });
      for (const run of ['gone', 'kept']) {
        await store.commit(
          step(run, 1, {
            gates: [gate(run, 'g1')],
            artifacts: [artifact(run, 'a1', 2)],
            checkpoints: [{ run, name: 'c1', seq: 2, label: 'One', version: 1, state: {} }],
            snapshot: state(run, 2),
          }),
        );
        await store.createLink(link(run, 'g1', `link of ${run}`), acted('link.made'));
      }
    });

    test('takes everything that hangs on it and nothing of another run', async () => {
      const { store } = given();
      const before = await everything('kept');
      expect(await store.deleteRun('gone', acted('run.deleted'))).toBe(true);
      expect(await everything('gone')).toEqual([null, [], null, [], [], null, [], null, []]);
      expect(await everything('kept')).toEqual(before);
      expect(await store.deleteRun('gone', acted('run.deleted'))).toBe(false);
    });

    test('is as durable as a commit', async () => {
      await given().store.deleteRun('gone', acted('run.deleted'));
      const store = await given().reopen();
      expect(await store.knownRuns(['gone', 'kept', 'never'])).toEqual(['kept']);
    });

    test('makes a writer who still holds the run stale', async () => {
      const { store } = given();
      await store.deleteRun('gone', acted('run.deleted'));
      expect(await store.commit(step('gone', 2))).toEqual({ ok: false, reason: 'stale' });
      expect(await store.readEvents('gone', { limit: 10 })).toEqual([]);
    });

    test.each(['queued', 'running', 'waiting', 'paused'] as const)('is refused while it is %s', async (status) => {
      const { store } = given();
      await store.commit(creation('live', { status }));
      expect(await store.deleteRun('live', acted('run.deleted'))).toBe(false);
      expect(await store.readRun('live')).toMatchObject({ status });
    });

    test('spares an archived one when told to', async () => {
      const { store } = given();
      await store.commit(step('gone', 2, { row: { archived: true } }));
      expect(await store.deleteRun('gone', acted('run.deleted'), { spareArchived: true })).toBe(false);
      expect(await store.deleteRun('gone', acted('run.deleted'))).toBe(true);
    });
  });

  describe('retention asks', () => {
    test('for the runs that ended first, without live and archived ones', async () => {
      const { store } = given();
      await createRuns(store, ['third'], { status: 'failed', endedAt: at(30) });
      await createRuns(store, ['first'], { status: 'completed', endedAt: at(10) });
      await createRuns(store, ['second'], { status: 'cancelled', endedAt: at(20) });
      await createRuns(store, ['archived'], { status: 'completed', endedAt: at(5), archived: true });
      await createRuns(store, ['live'], { status: 'waiting' });
      expect(await store.listEndedRuns({ limit: 9 })).toEqual(['first', 'second', 'third']);
      expect(await store.listEndedRuns({ limit: 2 })).toEqual(['first', 'second']);
      expect(await store.listEndedRuns({ before: at(20), limit: 9 })).toEqual(['first']);
      expect(await store.countEndedRuns()).toBe(3);
    });

    test('how large the database is', async () => {
      const { store } = given();
      const before = await store.databaseSize();
      await store.saveSetting('long', 'x'.repeat(100_000));
      expect(await store.databaseSize()).toBeGreaterThan(before + 100_000);
    });
  });
}
