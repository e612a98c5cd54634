import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';
import { answer, at, createRuns, gate, step } from './samples.ts';

export function describeGates(given: () => OpenedStore): void {
  describe('a gate', () => {
    beforeEach(() => createRuns(given().store, ['r1', 'r2']));

    test('is opened and later answered under the same id', async () => {
      const { store } = given();
      const open = gate('r1', 'g1', { server: { id: 'files', hash: 'h' } });
      await store.commit(step('r1', 1, { gates: [open] }));
      expect(await store.readGate('r1', 'g1')).toEqual(open);
      const answered = { ...open, status: 'answered' as const, answer };
      await store.commit(step('r1', 2, { gates: [answered] }));
      expect(await store.readGate('r1', 'g1')).toEqual(answered);
      expect(await store.listGates({ run: 'r1' })).toEqual([answered]);
    });

    test('has an id that belongs to its run', async () => {
      const { store } = given();
      await store.commit(step('r1', 1, { gates: [gate('r1', 'g1', { message: 'First?' })] }));
      await store.commit(step('r2', 1, { gates: [gate('r2', 'g1', { message: 'Second?' })] }));
      expect((await store.readGate('r1', 'g1'))?.message).toBe('First?');
      expect((await store.readGate('r2', 'g1'))?.message).toBe('Second?');
      expect(await store.readGate('r1', 'g2')).toBeNull();
    });

    test('is listed newest first, by run, by status, up to a limit, and counted when it is open', async () => {
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

    test('comes once, page by page, also when many were opened at the same time under the same id', async () => {
      const { store } = given();
      await createRuns(store, ['r3', 'r4', 'r5']);
      for (const run of ['r1', 'r2', 'r3', 'r4', 'r5']) {
        await store.commit(
          step(run, 1, { gates: [gate(run, 'a', { opened_at: at(1) }), gate(run, 'b', { opened_at: at(1) })] }),
        );
      }
      const seen: string[] = [];
      for (let cursor: string | undefined, pages = 0; pages < 4; pages++) {
        const { gates, next } = await store.pageOfGates({ status: 'open', limit: 3, cursor });
        seen.push(...gates.map(({ run, id }) => `${run}/${id}`));
        cursor = next ?? undefined;
        expect(next === null).toBe(pages === 3);
      }
      expect(seen).toEqual(['r5/b', 'r4/b', 'r3/b', 'r2/b', 'r1/b', 'r5/a', 'r4/a', 'r3/a', 'r2/a', 'r1/a']);
      await expect(store.pageOfGates({ limit: 3, cursor: 'zzz' })).rejects.toMatchObject({ code: 'bad_request' });
    });
  });
}
