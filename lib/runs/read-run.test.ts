import { afterAll, beforeAll, expect, test } from 'vitest';
import { tester } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { startNodes, whenAsked } from '../testing/scratch-run.ts';
import { answer, artifact, gate, step } from '../testing/store/samples.ts';
import { readGateDetail } from './gates/read-gate.ts';
import { readRun, readRunPage } from './read-run.ts';

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

test('of very many files a page has the first, what an open gate shows and what the address names, and counts all', async () => {
  const id = await startNodes({ ask: { type: 'gate', kind: 'approval', message: 'Is it good?' } });
  const asked = await whenAsked(id);
  const { seq } = await readRun(house, id);
  const show = [{ label: null, text: null, artifact: 'f1200' }];
  const artifacts = Array.from({ length: 1300 }, (_, index) => artifact(id, `f${index + 1}`, seq + 1));
  await house.store.commit(step(id, seq, { artifacts, gates: [gate(id, asked.id, { ...asked, show })] }));
  const place = { node: null, visit: null, at: null, window: null, artifact: 'f1250' };
  const page = await readRunPage(house, id, place);
  const named = page.artifacts.map((file) => file.id);
  expect(named).toContain('f1200');
  expect(named).toContain('f1250');
  expect([named.length, page.artifactCount, page.nextArtifact === null]).toEqual([102, 1300, false]);
  const detail = await readGateDetail(house, { runId: id, gateId: asked.id }, tester);
  expect(detail.artifacts.map((file) => file.id)).toEqual(['f1200']);
});

test('what is told of a run is of one moment, however fast it goes on meanwhile', async () => {
  const id = await startNodes({
    again: { type: 'loop', body: 'step', done: 'over', max: 300 },
    step: { type: 'action', do: [{ type: 'set_state', field: 'computed.n', value: '${loop.index}' }] },
    back: { type: 'end_loop', loop: 'again' },
    over: { type: 'end', message: 'all rounds are over' },
  });
  // As streams do: each reads when the run has gone on, while it goes on.
  const reads: ReturnType<typeof readRun>[] = [];
  const ended = Promise.withResolvers<void>();
  const stop = house.notifier.onRunChange(id, () => {
    const read = readRun(house, id);
    reads.push(read);
    read.then(({ status }) => status === 'completed' && ended.resolve(), ended.reject);
  });
  await ended.promise;
  stop();
  for (const { status, message, current_node, state } of await Promise.all(reads)) {
    const expected = status === 'completed' ? [null, 'all rounds are over'] : [state.current_node, null];
    expect([current_node, message]).toEqual(expected);
  }
});
