import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Commit } from '../../store/contract/commits.ts';
import { tester } from '../../testing/actors.ts';
import { house, wrapStore } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine, untilIdle } from '../../testing/scratch-engine.ts';
import { allEventsOf, startNodes, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { pauseRun } from '../pause-run.ts';
import { startRun } from '../start-run.ts';

let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine();
});

afterEach(() => engine.stop());

/** What is asked to be written together, in the order it is asked for. */
function watchCommits(): Pick<Commit, 'runId' | 'events'>[] {
  const commits: Pick<Commit, 'runId' | 'events'>[] = [];
  wrapStore((store) => ({
    ...store,
    commit: (commit) => {
      commits.push(commit);
      return store.commit(commit);
    },
  }));
  return commits;
}

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
  const watched = watchCommits();
  const work = { type: 'cli', command: ['true'], idempotent: true };
  const runId = await startNodes({ ...many, work, after: set('after') });
  await whenStatus(runId, 'completed');
  const commits = watched.map(({ events }) => events);
  expect(await allEventsOf(runId)).toEqual(commits.flat());
  const started = commits.map((commit) => commit.filter(({ type }) => type === 'node_started').length);
  expect(started.reduce((sum, count) => sum + count, 0)).toBe(42);
  expect(started.length).toBeLessThan(42);
  expect(Math.max(...started)).toBeLessThanOrEqual(16);
  const claim = commits.find((commit) => commit.some(({ type, node }) => type === 'node_started' && node === 'work'));
  expect(claim?.at(-1)).toMatchObject({ type: 'node_started', node: 'work' });
});

test('an answer and the first claim that it leads to are one commit, and every step is claimed once', async () => {
  const runId = await startNodes({
    ask: { type: 'gate', kind: 'approval' },
    ...chain(3),
    work: { type: 'cli', command: ['true'], idempotent: true },
  });
  const { id: gateId } = await whenAsked(runId);
  const commits = watchCommits();
  await answerGate(house, { runId, gateId, option: 'yes', actor: tester });
  const begun = commits[0]?.events.filter(({ type }) => type === 'gate_answered' || type === 'node_started');
  // However slow the machine is, the first step is in it; how many more are depends on the time they take.
  expect(begun?.slice(0, 2).map(({ type, node }) => [type, node])).toEqual([
    ['gate_answered', 'ask'],
    ['node_started', 'step_0'],
  ]);
  await whenStatus(runId, 'completed');
  const started = commits.flatMap(({ events }) => events.filter(({ type }) => type === 'node_started'));
  expect(started.map(({ node }) => node)).toEqual(['step_0', 'step_1', 'step_2', 'work']);
});

const circleOf = (node: object) => ({
  gatehouse: 1,
  name: 'Circle',
  defaults: { max_visits: 1000 },
  nodes: { a: { ...set('x'), ...node, next: 'b' }, b: { ...set('y'), ...node, next: 'a' } },
});

/** All branches begin, and only then ask. */
const manyGates = {
  gatehouse: 1,
  name: 'Many gates',
  nodes: {
    each: { type: 'map', items: Array.from({ length: 300 }, (_, index) => index), body: 'ask', next: 'complete' },
    ask: { type: 'gate', kind: 'approval', next: 'join' },
  },
};

test.each([
  ['are passed by', 'node_skipped', circleOf({ enabled: false }), 2000],
  ['only decide', 'node_started', circleOf({}), 2000],
  ['are asked about side by side', 'gate_opened', manyGates, 300],
] as const)('of nodes that %s only a few share a commit, so that others get their turn', async (_, type, file, all) => {
  const commits = watchCommits();
  const { id } = await startRun(house, { source: JSON.stringify(file), actor: tester });
  await whenAsked(id);
  await untilIdle(id);
  const arrivals = commits.map(({ events }) => events.filter((event) => event.type === type).length);
  expect(arrivals.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(all);
  expect(Math.max(...arrivals)).toBeLessThanOrEqual(33);
});

test('where steps are not to share, each is durable before the next one begins', async () => {
  house.sharing.steps = 1;
  const commits = watchCommits();
  const runId = await startNodes(steps);
  await whenStatus(runId, 'completed');
  const begun = commits.map(({ events }) => events.filter(({ type }) => type === 'node_started').length);
  expect([Math.max(...begun), begun.reduce((sum, count) => sum + count, 0)]).toEqual([1, Object.keys(steps).length]);
});

test('whoever pauses a run that only decides comes before its next commit but one', async () => {
  const commits = watchCommits();
  const source = JSON.stringify({ ...circleOf({}), defaults: { max_visits: 1_000_000 } });
  const { id: runId } = await startRun(house, { source, actor: tester });
  while (commits.length < 20) await nextTurn();
  const asked = commits.length;
  await pauseRun(house, { runId, actor: tester });
  const pausedAt = commits.findIndex(({ events }) => events.some(({ type }) => type === 'run_paused'));
  expect(pausedAt - asked).toBeLessThanOrEqual(1);
});

test('a write that the database refused is tried again, and the run completes with every step once', async () => {
  let refusals = 1;
  wrapStore((store) => ({
    ...store,
    commit: (commit) =>
      commit.create || refusals-- <= 0 ? store.commit(commit) : Promise.reject(new Error('the disk had a bad moment')),
  }));
  const runId = await startNodes(steps);
  await whenStatus(runId, 'completed');
  expect(refusals).toBeLessThan(0);
  const events = await allEventsOf(runId);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const ended = events.flatMap(({ type, node }) => (type === 'node_completed' ? [node] : []));
  expect(ended).toEqual(Object.keys(steps));
});
