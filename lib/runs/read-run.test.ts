import { afterAll, beforeAll, expect, test } from 'vitest';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { startNodes, whenAsked } from '../testing/scratch-run.ts';
import { answer, gate, step } from '../testing/store/samples.ts';
import { readRun } from './read-run.ts';

let engine: ScratchEngine;
beforeAll(async () => {
  engine = await startScratchEngine();
});
afterAll(() => engine.stop());

test('a gate that is still open is told however many were answered after it', async () => {
  const id = await startNodes({ ask: { type: 'gate', kind: 'approval', message: 'Still asking' } });
  const asked = await whenAsked(id);
  const opened_at = new Date(Date.parse(asked.opened_at) + 1000).toISOString();
  const answered = Array.from({ length: 210 }, (_, index) =>
    gate(id, `later-${index}`, { opened_at, status: 'answered', answer }),
  );
  const { seq } = await readRun(house, id);
  await house.store.commit(step(id, seq, { gates: answered }));
  const { gates } = await readRun(house, id);
  expect(gates.filter(({ status }) => status === 'open').map(({ node }) => node)).toEqual(['ask']);
  expect(gates).toHaveLength(201);
});
