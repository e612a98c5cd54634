import { describe, expect, test } from 'vitest';
import { somebody } from '../testing/actors.ts';
import { scratchGate } from '../testing/scratch-gate.ts';
import { linkActor } from './actor.ts';
import { refusalsOf } from './who-answers.ts';

const team = { starter: 'ann', startedBy: 'ann', isAlone: false };
const codesOf = (...given: Parameters<typeof refusalsOf>) => refusalsOf(...given).map(({ error }) => error.code);

test('a server, or what lies outside, is allowed only by who may change workflows', () => {
  const gate = { ...scratchGate, persons: true as const, purpose: 'server' as const };
  expect(codesOf(gate, somebody('ann', { role: 'operator' }), team)).toEqual(['forbidden']);
  expect(codesOf(gate, somebody('ann', { role: 'editor' }), team)).toEqual([]);
});

test('a sign-in that was asked for is not passed over by anybody, and a token needs the scope', () => {
  const gate = { ...scratchGate, persons: true as const, identity: 'account' as const };
  const recipient = 'ada@example.org';
  expect(refusalsOf(gate, linkActor('Ada', '1', { recipient }), team)).toMatchObject([
    { error: { message: expect.stringContaining('sign in') } },
  ]);
  expect(codesOf(gate, { ...somebody('ann'), via: 'token', scopes: ['see'] }, team)).toEqual(['forbidden']);
});

test('a gate that takes a code is answered by a link only with one; whoever signed in has shown more', () => {
  const gate = { ...scratchGate, persons: true as const, identity: 'code' as const };
  const recipient = 'ada@example.org';
  expect(codesOf(gate, linkActor('Ada', '1', { recipient }), team)).toEqual(['forbidden']);
  expect(codesOf(gate, linkActor('Ada', '1', { recipient }, 'code'), team)).toEqual([]);
  expect(codesOf(gate, somebody('ann'), team)).toEqual([]);
});

describe('a gate that an older version opened keeps its rules', () => {
  const gate = { ...scratchGate, assignees: ['release-team'], no_self: true, quorum: 2 };
  const then = { by: 'ben', via: 'session', option: 'yes', at: '2026-11-16T12:00:00.000Z' };

  test('names are compared, assignees are not asked for, and a link votes under the name that was typed', () => {
    expect(codesOf(gate, somebody('ann'), team)).toEqual(['forbidden']);
    expect(codesOf(gate, somebody('carol'), team)).toEqual([]);
    expect(codesOf(gate, linkActor('Dora', '7'), team)).toEqual([]);
    const voted = { ...gate, votes: [then, { ...then, by: 'Dora', via: 'link:7' }] };
    expect(codesOf(voted, somebody('ben'), team)).toEqual(['conflict']);
    expect(codesOf(voted, linkActor('Another', '7'), team)).toEqual(['conflict']);
    expect(codesOf(voted, linkActor('Another', '8'), team)).toEqual([]);
  });
});
