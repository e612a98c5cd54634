import { describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';
import { at, createRuns, gate, step } from './samples.ts';

export function describeWork(given: () => OpenedStore): void {
  describe('the queue asks', () => {
    test('which runs somebody must work on: queued and running ones, oldest first', async () => {
      const { store } = given();
      await createRuns(store, ['a'], { status: 'running', createdAt: at(2) });
      await createRuns(store, ['b'], { status: 'queued', createdAt: at(1) });
      for (const status of ['waiting', 'paused', 'completed', 'failed', 'cancelled'] as const) {
        await createRuns(store, [status], { status });
      }
      expect(await store.listUnfinishedRuns()).toEqual(['b', 'a']);
    });

    test('which runs are due, and when the next one is; ended runs never are', async () => {
      const { store } = given();
      expect(await store.nextWakeUp(at(0), at(0))).toEqual({ now: null, date: null });
      await createRuns(store, ['a'], { status: 'waiting', wakeAt: at(20) });
      await createRuns(store, ['b'], { status: 'waiting', wakeAt: at(10) });
      await createRuns(store, ['c'], { status: 'cancelled', wakeAt: at(5) });
      await createRuns(store, ['d'], { status: 'waiting' });
      await createRuns(store, ['e'], { status: 'waiting', wakeOn: at(15) });
      expect(await store.nextWakeUp(at(0), at(0))).toEqual({ now: at(10), date: at(15) });
      expect(await store.nextWakeUp(at(10), at(15))).toEqual({ now: at(20), date: null });
      expect(await store.listDueRuns(at(9), at(14))).toEqual([]);
      expect(await store.listDueRuns(at(10), at(0))).toEqual(['b']);
      expect(await store.listDueRuns(at(0), at(15))).toEqual(['e']);
      expect(await store.listDueRuns(at(30), at(30))).toEqual(['a', 'b', 'e']);
      await store.commit(step('b', 1, { row: { wakeAt: null } }));
      expect(await store.nextWakeUp(at(0), at(20))).toEqual({ now: at(20), date: null });
    });

    test('how many of the runs that share a limit have begun, and which of the others is next', async () => {
      const { store } = given();
      const key = { workflow: 'release', concurrencyKey: 'main' };
      expect(await store.readSlots(key)).toEqual({ held: 0, next: null });
      const begun = { ...key, startedAt: at(1) };
      for (const status of ['running', 'waiting', 'paused', 'completed', 'failed', 'cancelled'] as const) {
        await createRuns(store, [status], { ...begun, status });
      }
      await createRuns(store, ['late'], { ...key, createdAt: at(3) });
      await createRuns(store, ['early'], { ...key, createdAt: at(2) });
      await createRuns(store, ['paused early'], { ...key, status: 'paused', createdAt: at(1) });
      await createRuns(store, ['other key'], { ...begun, status: 'running', concurrencyKey: 'side' });
      await createRuns(store, ['other workflow'], { ...key, workflow: 'review', createdAt: at(0) });
      await createRuns(store, ['no limit'], { startedAt: at(1), status: 'running' });
      expect(await store.readSlots(key)).toEqual({ held: 3, next: 'early' });
      expect(await store.readSlots({ ...key, concurrencyKey: 'side' })).toEqual({ held: 1, next: null });
    });

    test('which runs are idle: those with something to do, or that wait for nothing that would come', async () => {
      const { store } = given();
      await createRuns(store, ['queued'], { status: 'queued' });
      await createRuns(store, ['running'], { status: 'running' });
      await createRuns(store, ['waiting'], { status: 'waiting' });
      await createRuns(store, ['in line'], { status: 'queued', concurrencyKey: 'main' });
      await createRuns(store, ['asking'], { status: 'waiting', waitingOn: 'anyone' });
      await createRuns(store, ['working and asking'], { status: 'running' });
      await store.commit(step('working and asking', 1, { gates: [gate('working and asking', 'g1')] }));
      await createRuns(store, ['timed'], { status: 'waiting', wakeAt: at(50) });
      await createRuns(store, ['backing off'], { status: 'running', wakeAt: at(50) });
      await createRuns(store, ['dated'], { status: 'waiting', wakeOn: at(50) });
      await createRuns(store, ['overdue'], { status: 'waiting', waitingOn: 'anyone', wakeAt: at(10) });
      await createRuns(store, ['past its date'], { status: 'waiting', wakeOn: at(10) });
      await createRuns(store, ['paused'], { status: 'paused' });
      await createRuns(store, ['over'], { status: 'completed', wakeAt: at(10) });
      expect(await store.listIdleRuns(at(20), at(20))).toEqual([
        'backing off',
        'overdue',
        'past its date',
        'queued',
        'running',
        'waiting',
        'working and asking',
      ]);
    });
  });
}
