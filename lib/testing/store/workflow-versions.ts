import { describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';
import { acted, at, creation, version } from './samples.ts';

export function describeWorkflowVersions(given: () => OpenedStore): void {
  describe('a workflow version', () => {
    test('is saved once, by loading the file or by starting a run', async () => {
      const { store } = given();
      await store.saveWorkflowVersion(version, acted('workflow.saved'));
      await store.saveWorkflowVersion({ ...version, createdAt: at(9) }, acted('workflow.saved'));
      await store.commit(creation('r1'));
      expect(await store.listWorkflowVersions('release')).toEqual([version]);
      expect(await store.readWorkflowVersion('nothing')).toBeNull();
      await store.saveWorkflowVersion({ ...version, savedBy: 'ada' }, acted('workflow.saved'));
      expect(await store.listWorkflowVersions('release')).toEqual([{ ...version, savedBy: 'ada' }]);
    });

    test('is listed with the others of its workflow, newest first', async () => {
      const { store } = given();
      const save = (id: string, workflow: string, second: number) =>
        store.saveWorkflowVersion({ ...version, id, workflow, createdAt: at(second) }, acted('workflow.saved'));
      await Promise.all([save('old', 'release', 1), save('new', 'release', 2), save('other', 'deploy', 3)]);
      expect((await store.listWorkflowVersions('release')).map(({ id }) => id)).toEqual(['new', 'old']);
    });
  });
}
