import { describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';
import { at, creation, version } from './samples.ts';

export function describeWorkflowVersions(given: () => OpenedStore): void {
  describe('a workflow version', () => {
    test('is saved once, by loading the file or by starting a run', async () => {
      const { store } = given();
      await store.saveWorkflowVersion(version);
      await store.saveWorkflowVersion({ ...version, createdAt: at(9) });
      await store.commit(creation('r1'));
      expect(await store.listWorkflowVersions('release')).toEqual([version]);
      expect(await store.readWorkflowVersion('nothing')).toBeNull();
      await store.saveWorkflowVersion({ ...version, savedBy: 'ada' });
      expect(await store.listWorkflowVersions('release')).toEqual([{ ...version, savedBy: 'ada' }]);
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
