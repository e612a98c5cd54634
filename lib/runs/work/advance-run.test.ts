import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunEvent } from '../../engine/events.ts';
import { house, wrapStore } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { allEventsOf, startNodes, whenStatus } from '../../testing/scratch-run.ts';

let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine();
});

afterEach(() => engine.stop());

/** Counts commits as they are asked for. */
function countCommits(): { commits: number } {
  const counter = { commits: 0 };
  wrapStore((store) => ({
    ...store,
    commit: (commit) => {
      counter.commits += 1;
      return store.commit(commit);
    },
  }));
  return counter;
}

const set = (field: string) => ({ type: 'action', do: [{ type: 'compute', expression: '1 + 1', store_as: field }] });
const chain = (length: number) =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`step_${index}`, set(`value_${index}`)]));
const steps = chain(10);
const many = chain(40);

test('200 runs at once all complete, and a request is served after every few commits of theirs', async () => {
  const counter = countCommits();
  const runs = await Promise.all(Array.from({ length: 200 }, () => startNodes(many)));
  const gaps: number[] = [];
  const began = counter.commits;
  for (let seen = began; house.queue.size() > 0; seen = counter.commits) {
    await nextTurn();
    await house.store.countOpenGates();
    gaps.push(counter.commits - seen);
  }
  const finished = await Promise.all(runs.map((runId) => whenStatus(runId, 'completed')));
  expect(finished.every(({ state }) => state.computed.value_39 === 2)).toBe(true);
  expect(counter.commits - began).toBeGreaterThan(400);
  // Each worker waits for its commit, and every group of commits leaves a turn to whoever else wants one.
  expect(Math.max(...gaps)).toBeLessThanOrEqual(4 * house.env.concurrency);
});

test('steps that only decide share commits, and a claim of work ends the commit that it is in', async () => {
  const commits: RunEvent[][] = [];
  wrapStore((store) => ({
    ...store,
    commit: (commit) => {
      commits.push(commit.events);
      return store.commit(commit);
    },
  }));
  const work = { type: 'cli', command: ['true'], idempotent: true };
  const runId = await startNodes({ ...many, work, after: set('after') });
  await whenStatus(runId, 'completed');
  const events = await allEventsOf(runId);
  expect(events).toEqual(commits.flat());
  const started = commits.map((commit) => commit.filter(({ type }) => type === 'node_started').length);
  expect(started.reduce((sum, count) => sum + count, 0)).toBe(42);
  expect(started.length).toBeLessThan(42);
  expect(Math.max(...started)).toBeLessThanOrEqual(16);
  const claim = commits.find((commit) => commit.some(({ type, node }) => type === 'node_started' && node === 'work'));
  expect(claim?.at(-1)).toMatchObject({ type: 'node_started', node: 'work' });
});

test('a write that the database refused is tried again, and the run completes', async () => {
  let refusals = 1;
  wrapStore((store) => ({
    ...store,
    commit: (commit) =>
      commit.create || refusals-- <= 0 ? store.commit(commit) : Promise.reject(new Error('the disk had a bad moment')),
  }));
  const runId = await startNodes(steps);
  await whenStatus(runId, 'completed');
  expect(refusals).toBeLessThan(0);
});
