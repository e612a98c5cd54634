import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPerson } from '../../people/accounts/people.ts';
import { type Actor, type Person, readPerson } from '../../people/actor.ts';
import { addPeople, somebody, tester } from '../../testing/actors.ts';
import { answer, asked, byLink } from '../../testing/asked-gate.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { startNodes, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { forkRun } from '../rewind/fork-run.ts';
import { restartRun } from '../rewind/restart-run.ts';
import { runAgain } from '../run-again.ts';
import { claimGate } from './claim-gate.ts';
import { letGoClaims } from './let-go-claims.ts';
import { listGates } from './list-gates.ts';

const ann = somebody('ann', { role: 'operator', email: 'ann@example.org' });
const bob = somebody('bob', { role: 'operator', groups: ['release-team'] });

let engine: ScratchEngine;
beforeEach(async () => {
  engine = await startScratchEngine();
  await addPeople(house, ann, bob);
});
afterEach(() => engine.stop());

const asNow = async (id: string) => {
  const person = (await readPerson(house, id)) as Person;
  return { ...somebody(id), name: person.name, person };
};
const brought = (to: string) => ({ to, delivered: true });

test('an address that voted and got an account since is one person', async () => {
  const gate = await asked({ quorum: 2, assignees: ['guest@example.org', 'ann', 'guests'] });
  expect(await answer(gate, await byLink(gate, brought('guest@example.org')))).toMatchObject({ answered: false });
  const { id } = await createPerson(house, tester, { name: 'Guest', email: 'Guest@Example.org', role: 'operator' });
  await expect(answer(gate, await asNow(id))).rejects.toMatchObject({ code: 'conflict' });
  const link = await byLink(gate, brought('guest@example.org'));
  await expect(answer(gate, link)).rejects.toMatchObject({ code: 'conflict' });
  expect(await answer(gate, ann)).toMatchObject({ answered: true });
});

test.each([{ quorum: 2 }, { no_self: true }])(
  'an address that the gate does not ask is no person of its own, so that nobody makes one up: %j',
  async (rule) => {
    const gate = await asked(rule);
    for (const to of ['ann.at.home@example.net', 'nobody@example.net']) {
      await expect(answer(gate, await byLink(gate, brought(to)))).rejects.toMatchObject({ code: 'forbidden' });
    }
    const named = await asked({ ...rule, assignees: ['ann.at.home@example.net', 'bob'] });
    await answer(named, await byLink(named, brought('ann.at.home@example.net')));
    const plain = await asked({});
    await answer(plain, await byLink(plain, brought('nobody@example.net')));
  },
);

test('who claimed a gate and is not asked by it any more may not answer it', async () => {
  const ofGroup = await asked({ assignees: ['release-team'] });
  const ofNobody = await asked({});
  for (const gate of [ofGroup, ofNobody]) await claimGate(house, { ...gate, actor: bob });
  await letGoClaims(house);
  expect((await house.store.listClaimedGates()).map(({ run }) => run).sort()).toEqual(
    [ofGroup.runId, ofNobody.runId].sort(),
  );
  await house.store.changeGroup('release-team', { members: [] });
  await expect(answer(ofGroup, await asNow('bob'))).rejects.toMatchObject({ code: 'forbidden' });
  await house.store.changePerson('bob', { role: 'viewer' });
  await expect(answer(ofNobody, await asNow('bob'))).rejects.toMatchObject({ code: 'forbidden' });
  await letGoClaims(house);
  expect(await house.store.listClaimedGates()).toEqual([]);
});

test('what somebody looked after who has left is in the inboxes of the others again', async () => {
  const gate = await asked({ assignees: ['ann', 'release-team'] });
  const mine = async () => (await listGates(house, { show: 'mine' }, ann)).gates.length;
  await claimGate(house, { ...gate, actor: bob });
  expect(await mine()).toBe(0);
  await house.store.changePerson('bob', { closedAt: new Date().toISOString() });
  await letGoClaims(house);
  expect(await mine()).toBe(1);
  expect((await house.store.readRun(gate.runId))?.waitingOn).toBe('ann, release-team');
});

test('somebody is whoever started the run: by running it again or forking it, not by taking it up again', async () => {
  await addPeople(house, tester);
  const first = await asked({ no_self: true });
  await expect(answer(first, tester)).rejects.toMatchObject({ code: 'forbidden' });
  const { seq = 0 } = (await house.store.readRun(first.runId)) ?? {};
  for (const { id } of [
    await runAgain(house, { runId: first.runId, actor: ann }),
    await forkRun(house, { runId: first.runId, at: seq, actor: ann }),
  ]) {
    const gate = { runId: id, gateId: (await whenAsked(id)).id };
    await expect(answer(gate, ann)).rejects.toMatchObject({ code: 'forbidden' });
    await answer(gate, bob);
  }
  await restartRun(house, { runId: first.runId, node: 'sure', actor: ann });
  const again = { runId: first.runId, gateId: (await whenAsked(first.runId)).id };
  await expect(answer(again, tester)).rejects.toMatchObject({ code: 'forbidden' });
  await answer(again, ann);
});

test('nobody but an administrator takes a run past a gate that asks for somebody, whatever that gate was answered', async () => {
  const push = { type: 'cli', command: ['echo', 'pushed'] };
  const nodes = { sure: { type: 'gate', kind: 'approval', on: { no: 'stop' } }, push, stop: { type: 'end' } };
  const narrow = { ...nodes, sure: { ...nodes.sure, assignees: ['ann'] } };
  const runId = await startNodes(narrow);
  const { id: gateId } = await whenAsked(runId);
  const leap = (actor: Actor, id = runId) => restartRun(house, { runId: id, node: 'push', actor });
  await expect(leap(bob)).rejects.toMatchObject({ code: 'forbidden' });
  await answer({ runId, gateId }, ann, { option: 'no' });
  await whenStatus(runId, 'completed');
  await expect(leap(bob)).rejects.toMatchObject({ code: 'forbidden' });
  await restartRun(house, { runId, node: 'sure', actor: bob });
  await whenAsked(runId);
  await leap(somebody('owner'));
  await whenStatus(runId, 'completed');
  const open = await startNodes(nodes);
  await whenAsked(open);
  await leap(bob, open);
});

test('a fork asks everybody again: a vote that was given to another run is not one', async () => {
  const gate = await asked({ quorum: 2 });
  await answer(gate, ann);
  const { seq = 0 } = (await house.store.readRun(gate.runId)) ?? {};
  const { id } = await forkRun(house, { runId: gate.runId, at: seq, actor: bob });
  const copy = { runId: id, gateId: (await whenAsked(id)).id };
  expect(await answer(copy, bob)).toMatchObject({ answered: false, votes: 1 });
  expect(await answer(copy, ann)).toMatchObject({ answered: true, votes: 2 });
});
