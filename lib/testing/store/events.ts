import { beforeEach, describe, expect, test } from 'vitest';
import type { RunEvent } from '../../engine/events.ts';
import type { OpenedStore } from './opened-store.ts';
import { at, creation, warnings } from './samples.ts';

const seqs = (events: RunEvent[]) => events.map(({ seq }) => seq);

export function describeEvents(given: () => OpenedStore): void {
  describe('reading events', () => {
    beforeEach(async () => {
      const { store } = given();
      await store.commit(creation('r1'));
      await store.commit(creation('r2'));
      await store.commit({ runId: 'r1', expectedSeq: 1, events: warnings(1, 9) });
    });

    test('gives the first of the range, ascending', async () => {
      expect(seqs(await given().store.readEvents('r1', { limit: 3 }))).toEqual([1, 2, 3]);
    });

    test('starts after one number and ends before another', async () => {
      expect(seqs(await given().store.readEvents('r1', { after: 3, before: 7, limit: 10 }))).toEqual([4, 5, 6]);
    });

    test('gives the last of the range, still ascending, when the newest are wanted', async () => {
      const { store } = given();
      expect(seqs(await store.readEvents('r1', { limit: 3, newest: true }))).toEqual([8, 9, 10]);
      expect(seqs(await store.readEvents('r1', { before: 6, limit: 2, newest: true }))).toEqual([4, 5]);
    });

    test('gives only the wanted types', async () => {
      const { store } = given();
      const started: RunEvent = { seq: 11, at: at(11), type: 'run_started', data: {} };
      await store.commit({ runId: 'r1', expectedSeq: 10, events: [started, ...warnings(11, 2)] });
      expect(await store.readEvents('r1', { limit: 10, types: ['run_started', 'retry'] })).toEqual([started]);
      expect(seqs(await store.readEvents('r1', { limit: 2, newest: true, types: ['warning'] }))).toEqual([12, 13]);
      expect(await store.readEvents('r1', { limit: 10, types: [] })).toEqual([]);
    });

    test('gives only those of the wanted node and visit', async () => {
      const { store } = given();
      const started = (seq: number, node: string, visit: number): RunEvent => ({
        ...{ seq, at: at(seq), type: 'node_started', node, visit, attempt: 1, data: { type: 'cli' } },
      });
      const events = [started(11, 'a', 1), started(12, 'b', 1), started(13, 'a', 2)];
      await store.commit({ runId: 'r1', expectedSeq: 10, events });
      expect(seqs(await store.readEvents('r1', { limit: 10, node: 'a' }))).toEqual([11, 13]);
      expect(seqs(await store.readEvents('r1', { limit: 10, node: 'a', visit: 2 }))).toEqual([13]);
    });

    test('gives nothing past the end and nothing of an unknown run', async () => {
      expect(await given().store.readEvents('r1', { after: 10, limit: 10 })).toEqual([]);
      expect(await given().store.readEvents('nobody', { limit: 10 })).toEqual([]);
    });

    test('returns an event exactly as it was given: order of keys, text of every script, no empty fields', async () => {
      const { store } = given();
      const event: RunEvent = {
        seq: 11,
        at: at(11),
        type: 'node_completed',
        node: 'draft',
        visit: 2,
        attempt: 3,
        data: { output: { z: 'ä漢😀\u0000"', 10: null, a: [1.5, false] }, outcome: {} },
      };
      await store.commit({ runId: 'r1', expectedSeq: 10, events: [event] });
      const [read] = await store.readEvents('r1', { after: 10, limit: 1 });
      expect(JSON.stringify(read)).toBe(JSON.stringify(event));
      expect(Object.keys((await store.readEvents('r1', { limit: 1 }))[0] ?? {})).toEqual(['seq', 'at', 'type', 'data']);
    });
  });
}
