// The process that restart.ts kills and starts again: an engine without the console. `fill` brings runs to their gates,
// `answer` takes up what it finds, answers every gate and waits for the ends. The times are told to the parent.

import { startEngine } from '../console/boot.ts';
import { readEnv } from '../env.ts';
import { answerGate } from '../runs/answer-gate.ts';
import { listGates } from '../runs/gates/list-gates.ts';
import { startRun } from '../runs/start-run.ts';
import { actor } from './bench-actor.ts';
import { oneGate } from './bench-workflows.ts';

const began = performance.now();
// Without its parent there is nobody to tell.
process.once('disconnect', () => process.exit(1));
const [task, given] = process.argv.slice(2);
const runs = Number(given);

async function untilAll(status: string): Promise<void> {
  const store = house.store;
  const reached = new Set<string>();
  const { promise, resolve } = Promise.withResolvers<void>();
  house.notifier.onAnyChange(async (runId) => {
    if ((await store.readRun(runId))?.status === status) reached.add(runId);
    if (reached.size === runs) resolve();
  });
  return promise;
}

const { house } = await startEngine(readEnv());
const all = untilAll(task === 'fill' ? 'waiting' : 'completed');
if (task === 'fill') {
  await Promise.all(Array.from({ length: runs }, () => startRun(house, { source: oneGate, actor })));
} else {
  const { gates } = await listGates(house, { status: 'open', limit: runs }, actor);
  const answers = gates.map(({ run, id }) => answerGate(house, { runId: run, gateId: id, option: 'on', actor }));
  await Promise.all(answers);
}
await all;
process.send?.({ milliseconds: performance.now() - began });
