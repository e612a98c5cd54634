import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';
import { answer, artifact, at, createRuns, creation, gate, step, version } from './samples.ts';

export function describeRunParts(given: () => OpenedStore): void {
  describe('what a run has', () => {
    beforeEach(() => createRuns(given().store, ['r1', 'r2']));

    test('a gate is opened and later answered under the same id', async () => {
      const { store } = given();
      const open = gate('r1', 'g1', { server: { id: 'files', hash: 'h' } });
      await store.commit(step('r1', 1, { gates: [open] }));
      expect(await store.readGate('r1', 'g1')).toEqual(open);
      const answered = { ...open, status: 'answered' as const, answer };
      await store.commit(step('r1', 2, { gates: [answered] }));
      expect(await store.readGate('r1', 'g1')).toEqual(answered);
      expect(await store.listGates({ run: 'r1' })).toEqual([answered]);
    });

    test('a gate id belongs to its run', async () => {
      const { store } = given();
      await store.commit(step('r1', 1, { gates: [gate('r1', 'g1', { message: 'First?' })] }));
      await store.commit(step('r2', 1, { gates: [gate('r2', 'g1', { message: 'Second?' })] }));
      expect((await store.readGate('r1', 'g1'))?.message).toBe('First?');
      expect((await store.readGate('r2', 'g1'))?.message).toBe('Second?');
      expect(await store.readGate('r1', 'g2')).toBeNull();
    });

    test('gates are listed newest first, by run, by status, up to a limit, and open ones are counted', async () => {
      const { store } = given();
      const gates = [gate('r1', 'a', { opened_at: at(1) }), gate('r1', 'b', { opened_at: at(3), status: 'closed' })];
      await store.commit(step('r1', 1, { gates }));
      await store.commit(step('r2', 1, { gates: [gate('r2', 'c', { opened_at: at(2) })] }));
      const ids = async (filter: Parameters<typeof store.listGates>[0]) =>
        (await store.listGates(filter)).map(({ id }) => id);
      expect(await ids({})).toEqual(['b', 'c', 'a']);
      expect(await ids({ status: 'open' })).toEqual(['c', 'a']);
      expect(await ids({ run: 'r1' })).toEqual(['b', 'a']);
      expect(await ids({ run: 'r1', status: 'open', limit: 5 })).toEqual(['a']);
      expect(await ids({ limit: 1 })).toEqual(['b']);
      expect(await store.countOpenGates()).toBe(2);
    });

    test('artifacts are listed as they were announced, with sizes beyond four gigabytes', async () => {
      const { store } = given();
      await store.commit(step('r1', 1, { artifacts: [artifact('r1', 'z', 2)] }));
      await store.commit(step('r1', 2, { artifacts: [artifact('r1', 'a', 3)] }));
      expect(await store.listArtifacts('r1')).toEqual([artifact('r1', 'z', 2), artifact('r1', 'a', 3)]);
      expect(await store.readArtifact('r1', 'a')).toEqual(artifact('r1', 'a', 3));
      expect(await store.readArtifact('r2', 'a')).toBeNull();
      expect(await store.listArtifacts('r2')).toEqual([]);
    });

    test('a checkpoint set again under its name replaces the older one', async () => {
      const { store } = given();
      const checkpoint = (name: string, seq: number) => ({
        run: 'r1',
        name,
        seq,
        label: `At ${seq}`,
        state: { seq, list: [1] },
      });
      await store.commit(step('r1', 1, { checkpoints: [checkpoint('draft', 2)] }));
      await store.commit(step('r1', 2, { checkpoints: [checkpoint('review', 3)] }));
      await store.commit(step('r1', 3, { checkpoints: [checkpoint('draft', 4)] }));
      expect(await store.readCheckpoint('r1', 'draft')).toEqual(checkpoint('draft', 4));
      expect(await store.listCheckpoints('r1')).toEqual([checkpoint('review', 3), checkpoint('draft', 4)]);
      expect(await store.readCheckpoint('r2', 'draft')).toBeNull();
    });

    test('an approved server is known by its hash, and approving it again changes nothing', async () => {
      const { store } = given();
      const approveServer = { hash: 'h1', server: 'files', workflow: 'release', by: 'owner', at: at(1) };
      await store.commit(step('r1', 1, { approveServer }));
      expect(await store.commit(step('r2', 1, { approveServer }))).toEqual({ ok: true });
      expect(await store.approvedServers(['h1', 'h2'])).toEqual(['h1']);
      expect(await store.approvedServers([])).toEqual([]);
    });
  });

  describe('a workflow version', () => {
    test('is saved once, by loading the file or by starting a run', async () => {
      const { store } = given();
      await store.saveWorkflowVersion(version);
      await store.saveWorkflowVersion({ ...version, createdAt: at(9) });
      await store.commit(creation('r1'));
      expect(await store.listWorkflowVersions('release')).toEqual([version]);
      expect(await store.readWorkflowVersion('nothing')).toBeNull();
    });

    test('is listed with the others of its workflow, newest first', async () => {
      const { store } = given();
      const save = (id: string, workflow: string, second: number) =>
        store.saveWorkflowVersion({ ...version, id, workflow, createdAt: at(second) });
      await Promise.all([save('old', 'release', 1), save('new', 'release', 2), save('other', 'deploy', 3)]);
      expect((await store.listWorkflowVersions('release')).map(({ id }) => id)).toEqual(['new', 'old']);
    });
  });
}
