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

    test('D3 is in the list of whom it asks, page by page, as long as it is open', async () => {
      const { store } = given();
      const asked = (id: string, assignees: string[], second: number) =>
        gate('r1', id, { assignees, opened_at: at(second) });
      const gates = [
        asked('a', [], 1),
        asked('b', ['ben'], 2),
        asked('c', ['ben', 'ada', 'ada'], 3),
        asked('d', [], 4),
        asked('e', ['ada'], 4),
      ];
      await store.commit(step('r1', 1, { gates }));
      const pagesOf = async (askedOf: string) => {
        const pages: string[][] = [];
        for (let cursor: string | undefined; pages.length === 0 || cursor; ) {
          const page = await store.pageOfGates({ askedOf: ['', askedOf], limit: 2, cursor });
          pages.push(page.gates.map(({ id }) => id));
          cursor = page.next ?? undefined;
        }
        return pages;
      };
      expect(await pagesOf('ada')).toEqual([
        ['e', 'd'],
        ['c', 'a'],
      ]);
      expect(await pagesOf('ben')).toEqual([
        ['d', 'c'],
        ['b', 'a'],
      ]);
      await store.commit(step('r1', 2, { gates: [{ ...asked('d', [], 4), status: 'answered', answer }] }));
      expect(await pagesOf('ada')).toEqual([['e', 'c'], ['a']]);
      expect(await pagesOf('eve')).toEqual([['a']]);
      expect(await store.countOpenGates({ askedOf: ['', 'ada'] })).toBe(3);
      expect(await store.countOpenGates({ askedOf: ['eve'] })).toBe(0);
    });

    test('D3 is in the list of those that wait too long once it does, page by page', async () => {
      const { store } = given();
      const gates = [
        gate('r1', 'a', { opened_at: at(0), remind_every: 5000 }),
        gate('r1', 'b', { opened_at: at(0), remind_every: 9000, expires_at: at(3) }),
        gate('r1', 'c', { opened_at: at(0), expires_at: at(8) }),
        gate('r1', 'd', { opened_at: at(0) }),
        gate('r1', 'e', { opened_at: at(0), expires_at: at(1), status: 'closed' }),
      ];
      await store.commit(step('r1', 1, { gates }));
      const overdue = async (second: number, cursor?: string) => {
        const page = await store.pageOfGates({ overdueAt: at(second), limit: 1, cursor });
        return { ids: page.gates.map(({ id }) => id), next: page.next };
      };
      expect(await overdue(2)).toEqual({ ids: [], next: null });
      expect(await overdue(4)).toEqual({ ids: ['b'], next: null });
      expect(await store.countOpenGates({ overdueAt: at(4) })).toBe(1);
      const first = await overdue(7);
      expect([first.ids, await overdue(7, first.next ?? '')]).toEqual([['a'], { ids: ['b'], next: null }]);
    });

    test('is in the list of those that were answered, the last answer first, page by page', async () => {
      const { store } = given();
      const answered = (id: string, opened: number, told: number) =>
        gate('r1', id, { opened_at: at(opened), status: 'answered', answer: { ...answer, at: at(told) } });
      await store.commit(step('r1', 1, { gates: [answered('a', 1, 9), answered('b', 2, 4), gate('r1', 'c')] }));
      const first = await store.pageOfGates({ answered: true, limit: 1 });
      expect(first.gates.map(({ id }) => id)).toEqual(['a']);
      const second = await store.pageOfGates({ answered: true, limit: 1, cursor: first.next ?? '' });
      expect([second.gates.map(({ id }) => id), second.next]).toEqual([['b'], null]);
    });

    test('is found by all words of what it asks, of whom, at which step, who answered what, by its workflow and its run', async () => {
      const { store } = given();
      const gates = [
        gate('r1', 'a', { message: 'Publish the *Übersicht*?', assignees: ['ada'], opened_at: at(1) }),
        { ...gate('r1', 'b', { message: '100 % sure_or not', opened_at: at(2) }), node_name: 'Be certain' },
        gate('r1', 'c', {
          opened_at: at(3),
          status: 'answered',
          answer: { ...answer, by: 'Cem', comment: 'Too late' },
        }),
      ];
      await store.commit(step('r1', 1, { gates }));
      await store.commit(step('r2', 1, { gates: [gate('r2', 'd', { message: 'Publish?', opened_at: at(4) })] }));
      const found = async (q: string, list: Partial<Parameters<typeof store.pageOfGates>[0]> = {}) =>
        (await store.pageOfGates({ ...list, q, limit: 9 })).gates.map(({ id }) => id).join('');
      const { workflow = '' } = (await store.readRun('r1')) ?? {};
      expect(await found('publish')).toBe('da');
      expect(await found('ÜBERSICHT publish')).toBe('a');
      expect(await found('publish', { askedOf: ['ada'] })).toBe('a');
      expect(await found('%')).toBe('b');
      expect(await found('sure_or')).toBe('b');
      expect(await found('certain')).toBe('b');
      expect(await store.readGate('r1', 'b')).not.toHaveProperty('node_name');
      expect(await found('too CEM', { answered: true })).toBe('c');
      expect(await found(workflow, { status: 'open' })).toBe('dba');
      expect(await found('r2')).toBe('d');
      expect(await found('', { workflow })).toBe('dcba');
      expect(await found('', { workflow: 'another' })).toBe('');
      const first = await store.pageOfGates({ q: 'publish', limit: 1 });
      expect((await store.pageOfGates({ q: 'publish', limit: 1, cursor: first.next ?? '' })).gates).toMatchObject([
        { id: 'a' },
      ]);
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
      await expect(store.pageOfGates({ askedOf: ['ada'], limit: 3, cursor: 'zzz' })).rejects.toMatchObject({
        code: 'bad_request',
      });
      await expect(store.pageOfGates({ limit: 3, cursor: 'zzz' })).rejects.toMatchObject({ code: 'bad_request' });
    });
  });
}
