// Long lists: walked as short ones are, at a cost that grows with their length and no faster.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Commit } from '../../store/contract/commits.ts';
import { tester } from '../../testing/actors.ts';
import { house, wrapStore } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { readRun } from '../read-run.ts';
import { startRun } from '../start-run.ts';

let engine: ScratchEngine;
beforeAll(async () => {
  engine = await startScratchEngine();
});
afterAll(() => engine.stop());

function sourceOver(count: number, nodes: Record<string, unknown>): string {
  const list = Array.from({ length: count }, (_, index) => index);
  return JSON.stringify({ gatehouse: 1, name: 'Long', state: { computed: { list } }, nodes });
}

function watchCommits(): Commit[] {
  const commits: Commit[] = [];
  const { store } = house;
  onTestFinished(() => wrapStore(() => store));
  wrapStore((inner) => ({
    ...inner,
    commit: (commit) => {
      commits.push(commit);
      return inner.commit(commit);
    },
  }));
  return commits;
}

test('D2 a map walks 1,200 items: 1,000 of them at the same time, and with few snapshots', async () => {
  const commits = watchCommits();
  const source = sourceOver(1200, {
    each: { type: 'map', items: '${computed.list}', body: 'walk', next: 'check' },
    walk: { type: 'action', do: [{ type: 'set_flag', flag: 'walked' }], save: { last: '${item}' }, next: 'join' },
    check: { type: 'if', condition: 'len(each.result) == 1200 && last == 1199', then: 'complete', else: 'fail' },
  });
  expect((await readRun(house, await engine.settle(source))).status).toBe('completed');
  const events = commits.flatMap((commit) => commit.events);
  let most = 0;
  let walking = 0;
  for (const { type, node } of events) {
    if (type === 'node_started' && node === 'walk') walking += 1;
    if (type === 'node_completed' && node === 'walk') walking -= 1;
    most = Math.max(most, walking);
  }
  expect(most).toBe(1000);
  // One for every 300 events would be as large as all before it together.
  expect(commits.filter(({ snapshot }) => snapshot).length).toBeLessThan(events.length / 400);
}, 180_000);

test.each([
  ['map', { type: 'map', items: '${computed.list}', body: 'one', next: 'complete' }],
  [
    'foreach',
    {
      type: 'action',
      do: [{ type: 'foreach', items: '${computed.list}', do: [{ type: 'set_flag', flag: 'a' }] }],
      next: 'complete',
    },
  ],
])('D2 a %s over too many items begins none, names the limit, and goes on once that is raised', async (_, each) => {
  await engine.restart({ GATEHOUSE_MAX_ITEMS: '3' });
  const one = { type: 'action', do: [{ type: 'set_flag', flag: 'a' }], next: 'join' };
  const source = sourceOver(4, each.type === 'map' ? { each, one } : { each });
  const { id } = await startRun(house, { source, actor: tester });
  const gate = await whenAsked(id);
  expect(gate.show[0]?.text).toContain('has 4 entries; one list may have 3 (GATEHOUSE_MAX_ITEMS)');
  await engine.restart({ GATEHOUSE_MAX_ITEMS: '4' });
  await answerGate(house, { runId: id, gateId: gate.id, option: 'retry', actor: tester });
  expect((await whenStatus(id, 'completed')).state.flags.a).toBe(true);
});
