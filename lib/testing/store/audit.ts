import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';
import { acted, at, createRuns, creation, gate, link, step, version } from './samples.ts';

export function describeAudit(given: () => OpenedStore): void {
  describe('the audit log', () => {
    const acts = async (filter = {}) =>
      (await given().store.pageOfAudit({ limit: 100, ...filter })).entries.map(({ act }) => act);

    beforeEach(() => createRuns(given().store, ['r1']));

    test('gets an act in the commit of the act, and nothing of a commit that was refused', async () => {
      const { store } = given();
      const audit = [acted('run.paused')];
      expect(await store.commit(step('r1', 0, { audit }))).toEqual({ ok: false, reason: 'stale' });
      expect(await acts()).toEqual([]);
      await store.commit(step('r1', 1, { audit }));
      expect(await acts()).toEqual(['run.paused']);
    });

    test('of commits that are grouped, only those that were written are told', async () => {
      const { store } = given();
      const commits = [
        step('r1', 1, { audit: [acted('first.written')] }),
        step('r1', 1, { audit: [acted('stale.refused')] }),
        { ...creation('r2'), audit: [acted('second.written')] },
      ];
      await Promise.all(commits.map((commit) => store.commit(commit)));
      expect(await acts()).toEqual(['second.written', 'first.written']);
    });

    test('is not told of what did not happen, and what is not told does not happen', async () => {
      const { store, sql } = given();
      await store.commit({ ...creation('r2'), gates: [gate('r2', 'g1')] });
      expect(await store.revokeLink('r2', 'g1', 'none', { by: 'ada', at: at(2) }, acted('link.revoked'))).toBe(false);
      expect(await store.deleteRun('none', acted('run.deleted'))).toBe(false);
      await store.revokeServer('none', acted('server.revoked'));
      expect(await acts()).toEqual([]);
      await sql('ALTER TABLE "AuditEntry" RENAME TO "Gone"');
      await expect(store.createLink(link('r2', 'g1', 'l1'), acted('link.made'))).rejects.toThrow();
      await expect(store.saveWorkflowVersion({ ...version, id: 'v2' }, acted('workflow.saved'))).rejects.toThrow();
      await sql('ALTER TABLE "Gone" RENAME TO "AuditEntry"');
      expect(await store.findLink('hash of l1')).toBeNull();
      expect(await store.readWorkflowVersion('v2')).toBeNull();
    });

    test('outlives the run it is about', async () => {
      const { store } = given();
      await store.commit(
        step('r1', 1, { row: { status: 'completed', endedAt: at(3) }, audit: [acted('run.started')] }),
      );
      expect(await store.deleteRun('r1', acted('run.deleted'))).toBe(true);
      expect(await acts({ subject: 'r1' })).toEqual(['run.deleted', 'run.started']);
    });

    test('is found by who, by what, by which thing and by when, newest first and page by page', async () => {
      const { store } = given();
      const ben = { name: 'ben', via: 'token' };
      await store.recordAudit(acted('run.started', { at: at(1) }));
      await store.recordAudit(acted('run.deleted', { at: at(2), who: ben }));
      await store.recordAudit(acted('runner.added', { at: at(3), subject: null }));
      expect(await acts({ who: 'ben' })).toEqual(['run.deleted']);
      expect(await acts({ act: 'run' })).toEqual(['run.deleted', 'run.started']);
      expect(await acts({ act: 'run.started' })).toEqual(['run.started']);
      expect(await acts({ subject: 'r1' })).toEqual(['run.deleted', 'run.started']);
      expect(await acts({ from: at(2), to: at(2) })).toEqual(['run.deleted']);
      const first = await store.pageOfAudit({ limit: 2 });
      expect(first.entries).toMatchObject([
        { act: 'runner.added', details: {} },
        { who: ben, number: null },
      ]);
      const { entries, next } = await store.pageOfAudit({ limit: 2, cursor: first.next ?? '' });
      expect([entries.map(({ act }) => act), next]).toEqual([['run.started'], null]);
    });

    test('lists what is not sealed yet before what is, across the pages', async () => {
      const { store } = given();
      for (const act of ['first.sealed', 'second.sealed']) await store.recordAudit(acted(act));
      const places = (await store.unsealedAudit(10)).map(({ id }, at) => ({ id, number: at + 1, hash: `h${at}` }));
      await store.sealAudit(places, 'end');
      for (const act of ['first.since', 'second.since']) await store.recordAudit(acted(act));
      expect((await store.unsealedAudit(10)).map(({ text }) => JSON.parse(text).act)).toEqual([
        'first.since',
        'second.since',
      ]);
      const first = await store.pageOfAudit({ limit: 3, who: 'ada' });
      const rest = await store.pageOfAudit({ limit: 3, who: 'ada', cursor: first.next ?? '' });
      expect([...first.entries, ...rest.entries].map(({ act, number }) => [act, number])).toEqual([
        ['second.since', null],
        ['first.since', null],
        ['second.sealed', 2],
        ['first.sealed', 1],
      ]);
    });
  });
}
