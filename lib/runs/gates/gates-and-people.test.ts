import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../people/actor.ts';
import { addPeople, somebody, tester } from '../../testing/actors.ts';
import { answer, asked, byLink, byToken } from '../../testing/asked-gate.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { eventsOf, whenAsked, whenEvent, whenStatus } from '../../testing/scratch-run.ts';
import { claimGate } from './claim-gate.ts';
import { countGates, listGates } from './list-gates.ts';

let engine: ScratchEngine;
beforeEach(async () => {
  engine = await startScratchEngine();
});
afterEach(() => engine.stop());

const owner = somebody('owner');
const ann = somebody('ann', { role: 'operator', email: 'ann@example.org' });
const bob = somebody('bob', { role: 'operator', groups: ['release-team'] });
const viewer = somebody('vera', { role: 'viewer' });
describe('with one account', () => {
  test.each([{ assignees: ['release-team'] }, { no_self: true }, {}])(
    '%j is answered by that account',
    async (rule) => {
      const gate = await asked(rule);
      await answer(gate, owner);
      await whenStatus(gate.runId, 'completed');
    },
  );

  test('a link for anyone answers what it always did', async () => {
    const gate = await asked({ assignees: ['release-team'] });
    await answer(gate, await byLink(gate));
    await whenStatus(gate.runId, 'completed');
  });

  test('its yes is all the votes that a quorum can have, and is recorded as that', async () => {
    const gate = await asked({ quorum: 2, assignees: ['release-team'], no_self: true });
    expect(await answer(gate, owner)).toMatchObject({ answered: true, answer: { alone: true, person: 'owner' } });
    await whenStatus(gate.runId, 'completed');
    expect(await eventsOf(gate.runId, 'gate_voted')).toEqual([]);
    const [given] = await eventsOf(gate.runId, 'gate_answered');
    expect(given?.data.answer).toMatchObject({ by: 'owner', alone: true });
    expect(given?.data.answer).not.toHaveProperty('override');
  });

  test('"mine" is everything that asks, whomever it names', async () => {
    const gate = await asked({ assignees: ['release-team'], quorum: 2 });
    expect((await listGates(house, { show: 'mine' }, owner)).gates).toMatchObject([{ run: gate.runId }]);
  });

  test('a link for anyone is no part of a quorum', async () => {
    const gate = await asked({ quorum: 2 });
    await expect(answer(gate, await byLink(gate))).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('from the second account on its quorum counts persons, also at a gate that was open before', async () => {
    const gate = await asked({ quorum: 2 });
    await addPeople(house, ann);
    expect(await answer(gate, owner)).toMatchObject({ answered: false, votes: 1 });
    await expect(answer(gate, byToken({ ...owner, name: 'api' }))).rejects.toMatchObject({ code: 'conflict' });
    await expect(answer(gate, owner, { override: true })).rejects.toMatchObject({ code: 'invalid_answer' });
    await answer(gate, owner, { override: true, comment: 'Nobody else is here' });
    const [given] = await eventsOf(gate.runId, 'gate_answered');
    expect(given?.data.answer).toMatchObject({ override: ['quorum'], comment: 'Nobody else is here', person: 'owner' });
    expect(given?.data.answer).not.toHaveProperty('alone');
  });
});

describe('with a second account', () => {
  beforeEach(() => addPeople(house, ann, bob, viewer));

  test.each([
    ['a name', ['ann']],
    ['an address, however it is written', ['Ann@Example.org']],
    ['a group', ['release-team', 'ann']],
  ])('only those whom assignees name may answer: %s', async (_, assignees) => {
    const gate = await asked({ assignees });
    await expect(answer(gate, owner)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Only'),
    });
    await expect(answer(gate, byToken(owner))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(answer(gate, await byLink(gate))).rejects.toMatchObject({ code: 'forbidden' });
    await answer(gate, ann);
    const [given] = await eventsOf(gate.runId, 'gate_answered');
    expect(given?.data.answer).toMatchObject({ by: 'ann', person: 'ann' });
    expect(given?.data.answer.override).toBeUndefined();
  });

  test('being asked suffices, whatever the role; who is not asked needs the role', async () => {
    const asks = await asked({ assignees: ['vera'] });
    await answer(asks, viewer);
    const plain = await asked({});
    await expect(answer(plain, viewer)).rejects.toMatchObject({ code: 'forbidden' });
    await answer(plain, bob);
  });

  test('the administrators are a group', async () => {
    const gate = await asked({ assignees: ['administrators'] });
    await expect(answer(gate, ann)).rejects.toMatchObject({ code: 'forbidden' });
    await answer(gate, owner);
  });

  test('an administrator passes over assignees and no_self with a comment, and it is recorded as that', async () => {
    const gate = await asked({ assignees: ['ann'], no_self: true });
    const override = { override: true, comment: 'Ann is away' };
    await expect(answer(gate, bob, override)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(answer(gate, owner, { override: true })).rejects.toMatchObject({ code: 'invalid_answer' });
    await answer(gate, owner, override);
    const [given] = await eventsOf(gate.runId, 'gate_answered');
    expect(given?.data.answer).toMatchObject({ by: 'owner', override: ['assignees'], comment: 'Ann is away' });
  });

  test('no_self compares persons: neither a token nor a link makes somebody else of whoever started the run', async () => {
    await addPeople(house, tester);
    const gate = await asked({ no_self: true });
    await house.store.changePerson('tester', { email: 'tester@example.org' });
    const self = [tester, byToken({ ...tester, name: 'api' }), { ...tester, name: 'Another name' }];
    for (const actor of self) await expect(answer(gate, actor)).rejects.toMatchObject({ code: 'forbidden' });
    const brought = await byLink(gate, { to: 'tester@example.org', delivered: true });
    for (const actor of [brought, await byLink(gate), await byLink(gate, { to: 'ann' })]) {
      await expect(answer(gate, actor)).rejects.toMatchObject({ code: 'forbidden' });
    }
    await answer(gate, ann);
  });

  test('one person with two links, two tokens and two browsers never makes a quorum of two', async () => {
    const gate = await asked({ quorum: 2 });
    expect(await answer(gate, ann)).toMatchObject({ answered: false });
    const again = [
      ann,
      byToken(ann),
      { ...byToken(ann), name: 'deploy' },
      await byLink(gate, { to: 'ann', delivered: true }, 'Bob'),
      await byLink(gate, { to: 'ann@example.org', delivered: true }, 'Carol'),
    ];
    for (const actor of again) await expect(answer(gate, actor)).rejects.toMatchObject({ code: 'conflict' });
    for (const link of [{}, { to: 'bob' }, { to: 'carol@example.org' }]) {
      await expect(answer(gate, await byLink(gate, link, 'Dora'))).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(await answer(gate, bob)).toMatchObject({ answered: true, votes: 2 });
  });

  test('all links that were brought to one address are one voice, and two addresses are two', async () => {
    const gate = await asked({ quorum: 2, assignees: ['x@example.org', 'y@example.org'] });
    const to = (address: string) => byLink(gate, { to: address, delivered: true });
    expect(await answer(gate, await to('x@example.org'))).toMatchObject({ answered: false });
    await expect(answer(gate, await to('X@example.org'))).rejects.toMatchObject({ code: 'conflict' });
    await expect(answer(gate, await to('z@example.org'))).rejects.toMatchObject({ code: 'forbidden' });
    expect(await answer(gate, await to('y@example.org'))).toMatchObject({ answered: true });
    expect((await eventsOf(gate.runId, 'gate_answered'))[0]?.data.answer).toMatchObject({
      person: 'mailto:y@example.org',
    });
  });

  test('a link for anyone answers what asks for nobody in particular, as somebody', async () => {
    const gate = await asked({});
    await answer(gate, await byLink(gate, {}, 'Dora'));
    const [given] = await eventsOf(gate.runId, 'gate_answered');
    expect(given?.data.answer).toMatchObject({ by: 'Dora', via: expect.stringMatching(/^link:/) });
    expect(given?.data.answer.person).toBeUndefined();
  });

  test('where an account is asked for, no link answers, not even one that was brought to whom it asks', async () => {
    const gate = await asked({ identity: 'account', assignees: ['ann'] });
    const link = await byLink(gate, { to: 'ann', delivered: true });
    await expect(answer(gate, link)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('sign in'),
    });
    await answer(gate, ann);
  });

  test('"mine" is what asks me, by name or group, or nobody in particular if I may answer that', async () => {
    const byName = await asked({ assignees: ['vera'] });
    const byGroup = await asked({ assignees: ['release-team'] });
    const open = await asked({});
    const mine = async (actor: Actor) =>
      (await listGates(house, { show: 'mine' }, actor)).gates.map(({ run }) => run).sort();
    expect(await mine(viewer)).toEqual([byName.runId]);
    expect(await mine(bob)).toEqual([byGroup.runId, open.runId].sort());
    expect(await mine(ann)).toEqual([open.runId]);
    const byAddress = await asked({ assignees: ['Ann@Example.org'] });
    expect(await mine(ann)).toEqual([open.runId, byAddress.runId].sort());
    expect(await countGates(house, ann)).toEqual({ mine: 2, open: 4, overdue: 0 });
    expect(await countGates(house, owner)).toEqual({ mine: 1, open: 4, overdue: 0 });
  });

  test('who claims a gate has it in their inbox alone, hands it over to another whom it asks, or lets it go', async () => {
    const gate = await asked({ assignees: ['ann', 'release-team'] });
    const mine = async (actor: Actor) => (await listGates(house, { show: 'mine' }, actor)).gates.length;
    await claimGate(house, { ...gate, actor: ann });
    expect([await mine(ann), await mine(bob)]).toEqual([1, 0]);
    expect((await house.store.readRun(gate.runId))?.waitingOn).toBe('ann');
    await expect(claimGate(house, { ...gate, actor: viewer })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(claimGate(house, { ...gate, actor: ann, to: 'vera' })).rejects.toMatchObject({ code: 'bad_request' });
    await claimGate(house, { ...gate, actor: ann, to: 'bob' });
    expect([await mine(ann), await mine(bob)]).toEqual([0, 1]);
    await engine.restart();
    expect((await whenAsked(gate.runId)).claimed).toMatchObject({ person: 'bob', name: 'bob' });
    await claimGate(house, { ...gate, actor: bob, to: null });
    expect([await mine(ann), await mine(bob)]).toEqual([1, 1]);
    await claimGate(house, { ...gate, actor: bob });
    await answer(gate, ann);
    await whenStatus(gate.runId, 'completed');
  });

  test('when nobody answers in time, those whom it is escalated to are asked too', async () => {
    const gate = await asked({ assignees: ['ann'], escalate: { after: '1s', to: ['release-team'] } });
    // Who looks after it and does not answer keeps it from nobody.
    await claimGate(house, { ...gate, actor: ann });
    await whenEvent(gate.runId, 'gate_escalated');
    expect(await whenAsked(gate.runId)).toMatchObject({ assignees: ['ann'], escalated_to: ['release-team'] });
    for (const one of [ann, bob]) expect((await listGates(house, { show: 'mine' }, one)).gates).toHaveLength(1);
    await answer(gate, bob);
    await whenStatus(gate.runId, 'completed');
    expect(await eventsOf(gate.runId, 'gate_escalated')).toHaveLength(1);
  });
});
