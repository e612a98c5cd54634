import { describe, expect, test } from 'vitest';
import type { NewRun } from '../../store/contract/commits.ts';
import type { OpenedStore } from './opened-store.ts';
import { artifact, createRuns, creation, gate, run, state, step, version, warnings } from './samples.ts';

export function describeCommits(given: () => OpenedStore): void {
  describe('a commit', () => {
    test('creates the run, its workflow version and its first events together', async () => {
      const { store } = given();
      const inputs = { since: 'v1', nested: { z: 1, a: [null, true] } };
      expect(await store.commit(creation('r1', { inputs }))).toEqual({ ok: true });
      expect(await store.readRun('r1')).toEqual(run('r1', { inputs, seq: 1 }));
      expect(await store.readWorkflowVersion(version.id)).toEqual(version);
      expect(await store.readEvents('r1', { limit: 10 })).toEqual(warnings(0, 1));
    });

    test('keeps what was sealed for the run, and gives it out only when asked for it', async () => {
      const { store } = given();
      const { create, ...commit } = creation('r1');
      await store.commit({ ...commit, create: { ...(create as NewRun), sealed: '1.sealed' } });
      await store.commit(creation('r2'));
      expect(await store.readSealed('r1')).toBe('1.sealed');
      expect(await store.readSealed('r2')).toBeNull();
      expect(await store.readSealed('nothing')).toBeNull();
      expect(JSON.stringify([await store.readRun('r1'), await store.listRuns({})])).not.toContain('sealed');
    });

    test('is still there after the database was closed and opened again', async () => {
      await given().store.commit(creation('r1'));
      const reopened = await given().reopen();
      expect(await reopened.readRun('r1')).toEqual(run('r1', { seq: 1 }));
      expect(await reopened.commit(step('r1', 1))).toEqual({ ok: true });
    });

    test('appends its events in order and moves the sequence number by their count', async () => {
      const { store } = given();
      await store.commit(creation('r1'));
      await store.commit({ runId: 'r1', expectedSeq: 1, events: warnings(1, 3) });
      await store.commit({ runId: 'r1', expectedSeq: 4, events: warnings(4, 2) });
      expect((await store.readRun('r1'))?.seq).toBe(6);
      expect(await store.readEvents('r1', { limit: 10 })).toEqual(warnings(0, 6));
    });

    test('changes the named columns of the row, to null too, and no other', async () => {
      const { store } = given();
      await store.commit(
        creation('r1', { status: 'running', currentNode: 'draft', wakeAt: '2026-01-01T00:00:00.000Z' }),
      );
      await store.commit(step('r1', 1, { row: { status: 'waiting', waitingOn: 'release-team', wakeAt: null } }));
      const expected = run('r1', { status: 'waiting', currentNode: 'draft', waitingOn: 'release-team', seq: 2 });
      expect(await store.readRun('r1')).toEqual(expected);
    });

    test('without events changes the row for a writer that is up to date', async () => {
      const { store } = given();
      await store.commit(creation('r1'));
      expect(await store.commit({ runId: 'r1', expectedSeq: 1, events: [], row: { archived: true } })).toEqual({
        ok: true,
      });
      expect(await store.readRun('r1')).toMatchObject({ seq: 1, archived: true });
    });

    test('of a writer that has not seen the newest event is refused as stale and changes nothing', async () => {
      const { store } = given();
      await store.commit(creation('r1'));
      await store.commit(step('r1', 1));
      const late = step('r1', 1, { row: { status: 'failed' }, gates: [gate('r1', 'g1')], snapshot: state('r1', 2) });
      expect(await store.commit(late)).toEqual({ ok: false, reason: 'stale' });
      expect(await store.readRun('r1')).toMatchObject({ seq: 2, status: 'queued' });
      expect(await store.readGate('r1', 'g1')).toBeNull();
      expect(await store.readSnapshot('r1')).toBeNull();
    });

    test('of a writer that is ahead of the run is refused as stale', async () => {
      const { store } = given();
      await store.commit(creation('r1'));
      expect(await store.commit(step('r1', 5))).toEqual({ ok: false, reason: 'stale' });
    });

    test('to a run that does not exist is refused as stale', async () => {
      expect(await given().store.commit(step('nobody', 0))).toEqual({ ok: false, reason: 'stale' });
    });

    test('that is stale refuses only itself among commits made at the same time', async () => {
      const { store } = given();
      await createRuns(store, ['r1', 'r2', 'r3']);
      const results = await Promise.all([
        store.commit(step('r1', 1)),
        store.commit(step('r2', 0)),
        store.commit(step('r3', 1)),
      ]);
      expect(results).toEqual([{ ok: true }, { ok: false, reason: 'stale' }, { ok: true }]);
      const seqs = await Promise.all(['r1', 'r2', 'r3'].map(async (id) => (await store.readRun(id))?.seq));
      expect(seqs).toEqual([2, 1, 2]);
    });

    test('that fails in one part leaves no part behind and hurts no commit made at the same time', async () => {
      const { store } = given();
      await createRuns(store, ['r1', 'r2', 'r3']);
      const twice = [artifact('r2', 'a', 2), artifact('r2', 'a', 2)];
      const broken = step('r2', 1, { row: { status: 'failed' }, gates: [gate('r2', 'g1')], artifacts: twice });
      const results = await Promise.allSettled([
        store.commit(step('r1', 1)),
        store.commit(broken),
        store.commit(step('r3', 1)),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await store.readRun('r2')).toEqual(run('r2', { seq: 1 }));
      expect(await store.readEvents('r2', { limit: 10 })).toEqual(warnings(0, 1));
      expect(await store.readGate('r2', 'g1')).toBeNull();
      expect(await store.listArtifacts('r2')).toEqual([]);
      expect(await store.commit(step('r2', 1))).toEqual({ ok: true });
    });

    test('of one run may follow another of the same run at once', async () => {
      const { store } = given();
      await store.commit(creation('r1'));
      const results = await Promise.all([
        store.commit(step('r1', 1)),
        store.commit(step('r1', 2)),
        store.commit(step('r1', 3)),
      ]);
      expect(results).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
      expect(await store.readEvents('r1', { limit: 10 })).toEqual(warnings(0, 4));
    });

    test('wins alone when fifty writers append the same number', async () => {
      const { store } = given();
      await store.commit(creation('r1'));
      const results = await Promise.all(Array.from({ length: 50 }, () => store.commit(step('r1', 1))));
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await store.readEvents('r1', { limit: 100 })).toEqual(warnings(0, 2));
    });

    test('is never lost among fifty writers of fifty runs that also list and save settings', async () => {
      const { store } = given();
      const ids = Array.from({ length: 50 }, (_, index) => `r${index}`);
      await createRuns(store, ids);
      await Promise.all(
        ids.map(async (id) => {
          for (let seq = 1; seq <= 10; seq += 1) {
            expect(await store.commit(step(id, seq))).toEqual({ ok: true });
            if (seq % 5 === 0) await store.saveSetting(id, String(seq));
            if (seq % 5 === 3) await store.listRuns({ limit: 1 });
          }
        }),
      );
      const reopened = await given().reopen();
      for (const id of ids) {
        expect(await reopened.readEvents(id, { limit: 100 })).toEqual(warnings(0, 11));
        expect(await reopened.readSetting(id)).toBe('10');
      }
    });

    test('whose events are not numbered without a gap is rejected as a bug', async () => {
      const { store } = given();
      await store.commit(creation('r1'));
      const gap = { runId: 'r1', expectedSeq: 1, events: warnings(2, 1) };
      await expect(store.commit(gap)).rejects.toMatchObject({ code: 'internal', kind: 'bug' });
      expect((await store.readRun('r1'))?.seq).toBe(1);
    });
  });

  describe('creating a run', () => {
    test('with a key that the same person used before gives the first run', async () => {
      const { store } = given();
      await store.commit(creation('r1', {}, 'key'));
      expect(await store.commit(creation('r2', {}, 'key'))).toEqual({
        ok: false,
        reason: 'duplicate_key',
        runId: 'r1',
      });
      expect(await store.readRun('r2')).toBeNull();
      expect(await store.findRunByKey('owner', 'key')).toBe('r1');
      expect(await store.findRunByKey('somebody else', 'key')).toBeNull();
    });

    test('with one key fifty times at once creates one run and names it to all others', async () => {
      const { store } = given();
      const all = Array.from({ length: 50 }, (_, index) => store.commit(creation(`r${index}`, {}, 'key')));
      const [first, ...others] = await Promise.all(all);
      expect(first).toEqual({ ok: true });
      expect(others).toEqual(others.map(() => ({ ok: false, reason: 'duplicate_key', runId: 'r0' })));
    });

    test('with the key of another person, or with none, creates a run', async () => {
      const { store } = given();
      await store.commit(creation('r1', { startedBy: 'owner' }, 'key'));
      expect(await store.commit(creation('r2', { startedBy: 'guest' }, 'key'))).toEqual({ ok: true });
      expect(await store.commit(creation('r3'))).toEqual({ ok: true });
      expect(await store.commit(creation('r4'))).toEqual({ ok: true });
    });

    test('whose id exists is refused as stale', async () => {
      const { store } = given();
      await store.commit(creation('r1'));
      expect(await store.commit(creation('r1', { name: 'Other' }))).toEqual({ ok: false, reason: 'stale' });
      expect((await store.readRun('r1'))?.name).toBe('Release notes');
    });
  });
}
