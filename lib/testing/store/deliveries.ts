import { describe, expect, test } from 'vitest';
import type { NewDelivery } from '../../store/contract/deliveries.ts';
import type { OpenedStore } from './opened-store.ts';
import { acted, at, creation, step } from './samples.ts';

const delivery = (id: string, seq: number, target = 'https://example.org/hook'): NewDelivery => ({
  id,
  seq,
  channel: 'webhook',
  target,
  createdAt: at(seq),
});

export function describeDeliveries(given: () => OpenedStore): void {
  describe('a delivery', () => {
    test('is committed with its event and pending after a reopening', async () => {
      await given().store.commit({ ...creation('r1'), deliveries: [delivery('d1', 1)] });
      const store = await given().reopen();
      expect(await store.nextDelivery([])).toEqual({
        ...delivery('d1', 1),
        run: 'r1',
        status: 'pending',
        attempts: 0,
        nextAt: at(1),
        lastError: null,
      });
    });

    test('of a refused commit does not exist', async () => {
      const { store } = given();
      await store.commit(creation('r1'));
      await store.commit(step('r1', 7, { deliveries: [delivery('d1', 8)] }));
      expect(await store.nextDelivery([])).toBeNull();
    });

    test('exists once for an event, a channel and a recipient', async () => {
      const { store } = given();
      await store.commit({ ...creation('r1'), deliveries: [delivery('d1', 1), delivery('d2', 1)] });
      expect((await store.listDeliveries({ limit: 10 })).map(({ id }) => id)).toEqual(['d1']);
    });

    test('that is due first comes first, unless its recipient is left out or it is done', async () => {
      const { store } = given();
      await store.commit({
        ...creation('r1'),
        deliveries: [delivery('late', 2), delivery('soon', 1), delivery('other', 3, 'someone@example.org')],
      });
      expect((await store.nextDelivery([]))?.id).toBe('soon');
      expect((await store.nextDelivery(['https://example.org/hook']))?.id).toBe('other');
      const sent = { id: 'soon', status: 'sent' as const, attempts: 1, nextAt: at(1), lastError: null };
      await store.saveDeliveryAttempt(sent);
      expect((await store.nextDelivery([]))?.id).toBe('late');
      expect((await store.listDeliveries({ limit: 10 })).at(-1)).toMatchObject(sent);
    });

    test('goes with its run', async () => {
      const { store } = given();
      await store.commit({ ...creation('r1', { status: 'completed' }), deliveries: [delivery('d1', 1)] });
      expect(await store.deleteRun('r1', acted('run.deleted'))).toBe(true);
      expect(await store.listDeliveries({ limit: 10 })).toEqual([]);
    });
  });
}
