import { expect, test } from 'vitest';
import type { Actor } from './actor.ts';
import { linkActor, ownActor } from './actor.ts';
import { may, type Right, refusal } from './may.ts';

const session: Actor = { name: 'owner', via: 'session', door: 'console' };
const token: Actor = { name: 'api', via: 'token', door: 'api' };
const rights: Right[] = ['see', 'start_run', 'control_run', 'delete_run', 'answer_gate', 'administer'];

test('the owner may everything, signed in or by the API token', () => {
  for (const right of rights) expect([right, may(session, right), may(token, right)]).toEqual([right, true, true]);
});

test('nobody else may anything: not a link’s bearer, not the console itself, and nobody is asked to sign in', () => {
  for (const right of rights) {
    expect(refusal(linkActor('Ada', '7'), right)?.code).toBe('forbidden');
    expect(refusal(ownActor('notifications'), right)?.code).toBe('forbidden');
    expect(refusal(null, right)?.code).toBe('not_signed_in');
  }
  expect(refusal(linkActor('Ada', '7'), 'delete_run')?.message).toBe('You may not delete runs.');
});

test('a session cannot make a sign-in link, so that a stolen one cannot renew itself', () => {
  expect(may(session, 'make_sign_in_link')).toBe(false);
  expect(may(token, 'make_sign_in_link')).toBe(true);
});
