import { describe, expect, test } from 'vitest';
import type { RunPageFilter } from '../../store/contract/runs.ts';
import type { OpenedStore } from './opened-store.ts';
import { at, createRuns, creation, gate, run, step } from './samples.ts';

export function describeRuns(given: () => OpenedStore): void {
  const listed = async (filter: RunPageFilter) => (await given().store.listRuns(filter)).runs.map(({ id }) => id);

  describe('the list of runs', () => {
    test('is empty at first', async () => {
      expect(await given().store.listRuns({})).toEqual({ runs: [], next: null });
    });

    test('is newest first, and whole records', async () => {
      const { store } = given();
      await store.commit(creation('a', { createdAt: at(2), inputs: { since: 'v1' } }));
      await store.commit(creation('b', { createdAt: at(3) }));
      await store.commit(creation('c', { createdAt: at(1) }));
      const { runs } = await store.listRuns({});
      expect(runs.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
      expect(runs[1]).toEqual(run('a', { createdAt: at(2), inputs: { since: 'v1' }, seq: 1 }));
    });

    test('comes in pages that together show each run once, though runs of one moment share a time', async () => {
      const { store } = given();
      const ids = Array.from({ length: 7 }, (_, index) => `r${index}`);
      await createRuns(store, ids, { createdAt: at(1) });
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.listRuns({ limit: 3, cursor });
        seen.push(...page.runs.map(({ id }) => id));
        cursor = page.next ?? undefined;
      } while (cursor);
      expect(seen).toEqual(ids.toReversed());
    });

    test('neither repeats nor hides a run when others start between two pages', async () => {
      const { store } = given();
      for (const second of [1, 2, 3, 4]) await store.commit(creation(`r${second}`, { createdAt: at(second) }));
      const first = await store.listRuns({ limit: 2 });
      await store.commit(creation('r5', { createdAt: at(5) }));
      const second = await store.listRuns({ limit: 2, cursor: first.next ?? '' });
      expect([...first.runs, ...second.runs].map(({ id }) => id)).toEqual(['r4', 'r3', 'r2', 'r1']);
      expect(second.next).toBeNull();
    });

    test('has fifty runs a page unless told, and two hundred at most', async () => {
      const { store } = given();
      await createRuns(
        store,
        Array.from({ length: 201 }, (_, index) => `r${index}`),
      );
      expect(await listed({})).toHaveLength(50);
      expect(await listed({ limit: 1000 })).toHaveLength(200);
      expect(await listed({ limit: 0 })).toHaveLength(1);
    });

    test('refuses a cursor it did not give out', async () => {
      await expect(given().store.listRuns({ cursor: 'made up' })).rejects.toMatchObject({ code: 'bad_request' });
    });

    test('is filtered by any of several states', async () => {
      const { store } = given();
      await createRuns(store, ['a'], { status: 'failed' });
      await createRuns(store, ['b'], { status: 'waiting' });
      await createRuns(store, ['c'], { status: 'completed' });
      expect(await listed({ status: ['failed', 'waiting'] })).toEqual(['b', 'a']);
      expect(await listed({ status: [] })).toEqual(['c', 'b', 'a']);
    });

    test('is filtered by workflow', async () => {
      await createRuns(given().store, ['a'], { workflow: 'deploy' });
      await createRuns(given().store, ['b']);
      expect(await listed({ workflow: 'deploy' })).toEqual(['a']);
    });

    test('hides archived runs unless they are asked for', async () => {
      await createRuns(given().store, ['a'], { archived: true });
      await createRuns(given().store, ['b']);
      expect(await listed({})).toEqual(['b']);
      expect(await listed({ archived: true })).toEqual(['a']);
    });

    test('is searched in name, workflow and inputs, whatever the case, and by the start of an id', async () => {
      const { store } = given();
      await store.commit(creation('alpha', { name: 'Über alles' }));
      await store.commit(creation('beta', { workflow: 'Deploy-Web' }));
      await store.commit(creation('gamma', { inputs: { branch: 'Feature/ALPHAbet' } }));
      expect(await listed({ q: 'über' })).toEqual(['alpha']);
      expect(await listed({ q: ' deploy-web ' })).toEqual(['beta']);
      expect(await listed({ q: 'feature/alpha' })).toEqual(['gamma']);
      expect(await listed({ q: 'ALPHA' })).toEqual(['gamma', 'alpha']);
      expect(await listed({ q: 'mma' })).toEqual([]);
      expect(await listed({ q: 'alphabet release' })).toEqual(['gamma']);
      expect(await listed({ q: '  ' })).toHaveLength(3);
    });

    test('is filtered by who started it and by when, from a time on and before another', async () => {
      const { store } = given();
      await store.commit(creation('a', { createdAt: at(1), startedBy: 'ada' }));
      await store.commit(creation('b', { createdAt: at(2), startedBy: 'ben' }));
      await store.commit(creation('c', { createdAt: at(3), startedBy: 'ada', endedAt: at(9) }));
      expect(await listed({ startedBy: 'ada' })).toEqual(['c', 'a']);
      expect(await listed({ since: at(2), until: at(3) })).toEqual(['b']);
      expect(await listed({ endedSince: at(9) })).toEqual(['c']);
      expect(await store.listStarters()).toEqual(['ada', 'ben']);
    });

    test('is filtered by inputs that are exactly this: texts as they are, all else as JSON', async () => {
      const { store } = given();
      await store.commit(creation('a', { inputs: { repo: 'web', tries: 3, dry: true, tags: ['x'] } }));
      await store.commit(creation('b', { inputs: { repo: 'web', tries: 4 } }));
      await store.commit(creation('c', { inputs: { repo: 'web2', long: 'x'.repeat(201) } }));
      expect(await listed({ inputs: { repo: 'web' } })).toEqual(['b', 'a']);
      expect(await listed({ inputs: { repo: 'web', tries: '3' } })).toEqual(['a']);
      expect(await listed({ inputs: { dry: 'true', tags: '["x"]' } })).toEqual(['a']);
      expect(await listed({ inputs: { long: 'x'.repeat(201) } })).toEqual([]);
      expect(await store.listInputNames(['a', 'c'])).toEqual(['dry', 'long', 'repo', 'tags', 'tries']);
      expect(await store.listRuns({ inputs: { repo: 'web' }, limit: 1 })).toMatchObject({ runs: [{ id: 'b' }] });
      const { next } = await store.listRuns({ inputs: { repo: 'web' }, limit: 1 });
      expect(await listed({ inputs: { repo: 'web' }, cursor: next ?? '' })).toEqual(['a']);
    });

    test('is filtered by whether a question is open', async () => {
      const { store } = given();
      await createRuns(store, ['a', 'b', 'c']);
      await store.commit(step('a', 1, { gates: [gate('a', 'g1')] }));
      await store.commit(step('b', 1, { gates: [gate('b', 'g1', { status: 'closed' })] }));
      expect(await listed({ asks: true })).toEqual(['a']);
    });

    test('gives the ids of all that fit, up to a limit, and of those that ask about a failure', async () => {
      const { store } = given();
      await createRuns(store, ['a', 'b', 'c'], { status: 'waiting' });
      await store.commit(step('a', 1, { gates: [gate('a', 'g1', { purpose: 'failure' })] }));
      await store.commit(step('b', 1, { gates: [gate('b', 'g1')] }));
      expect(await store.listRunIds({ status: ['waiting'] }, 2)).toEqual(['c', 'b']);
      expect(await store.listRunIds({ asks: 'failure' }, 10)).toEqual(['a']);
      expect(await store.listRunIds({ ids: ['c', 'a', 'x'], q: 'release' }, 10)).toEqual(['c', 'a']);
      expect(await store.listRunIds({ ids: [] }, 10)).toEqual([]);
    });

    test('goes upwards too, from the nearest on', async () => {
      const { store } = given();
      for (const second of [1, 2, 3, 4]) await store.commit(creation(`r${second}`, { createdAt: at(second) }));
      const { next } = await store.listRuns({ limit: 3 });
      expect(await listed({ cursor: next ?? '', isUpwards: true })).toEqual(['r3', 'r4']);
    });

    test('finds runs by the beginning of each input, however long the others are', async () => {
      const { store } = given();
      await store.commit(
        creation('a', { inputs: { text: `Début ${'x'.repeat(50_000)} end`, repo: 'web', tries: [3] } }),
      );
      for (const q of ['DÉBUT', 'repo web', '[3]', 'release']) expect(await listed({ q }), q).toEqual(['a']);
      expect(await listed({ q: 'end' })).toEqual([]);
    });

    test('takes the searched text literally', async () => {
      const { store } = given();
      await store.commit(creation('a', { inputs: { text: '100% sure' } }));
      await store.commit(creation('b', { inputs: { text: `it's` } }));
      expect(await listed({ q: '%' })).toEqual(['a']);
      expect(await listed({ q: '_' })).toEqual([]);
      expect(await listed({ q: `it's` })).toEqual(['b']);
      expect(await listed({ q: `' OR 1=1 --` })).toEqual([]);
    });
  });

  describe('counting runs', () => {
    test('gives how many there are in each state, archived ones aside', async () => {
      const { store } = given();
      await createRuns(store, ['a', 'b'], { status: 'waiting' });
      await createRuns(store, ['c'], { status: 'failed' });
      await createRuns(store, ['d'], { status: 'failed', archived: true });
      const none = { queued: 0, running: 0, waiting: 0, paused: 0, completed: 0, failed: 0, cancelled: 0 };
      expect(await store.countRuns()).toEqual({ ...none, waiting: 2, failed: 1 });
      expect(await store.countRuns({ archived: true })).toEqual({ ...none, failed: 1 });
      expect(await store.countRuns({ q: 'release', workflow: 'none' })).toEqual(none);
    });
  });
}
