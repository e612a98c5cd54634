import { describe, expect, test } from 'vitest';
import { roles } from '../store/contract/people.ts';
import { somebody } from '../testing/actors.ts';
import { type Actor, linkActor, ownActor } from './actor.ts';
import { may, type Right, refusal, rights } from './may.ts';

const owner = somebody('owner');
const token: Actor = { ...owner, name: 'api', via: 'token', door: 'api' };
const all = Object.keys(rights) as Right[];
const inSessions = all.filter((right) => right !== 'make_sign_in_link');

test('an administrator may everything, signed in or by a token', () => {
  for (const right of inSessions) expect([right, may(owner, right)]).toEqual([right, true]);
  for (const right of all) expect([right, may(token, right)]).toEqual([right, true]);
});

test('nobody else may anything: not a link’s bearer, not the console itself, and nobody is asked to sign in', () => {
  const ada = owner.person;
  for (const right of inSessions) {
    expect(refusal(linkActor('Ada', '7'), right)?.code).toBe('forbidden');
    expect(refusal(linkActor('Ada', '7', { person: ada }), right)?.code).toBe('forbidden');
    expect(refusal(ownActor('notifications'), right)?.code).toBe('forbidden');
    expect(refusal(null, right)?.code).toBe('not_signed_in');
  }
  expect(refusal(linkActor('Ada', '7'), 'delete_run')?.message).toBe('You may not delete runs.');
});

test('a session cannot make a sign-in link, so that a stolen one cannot renew itself', () => {
  expect(may(owner, 'make_sign_in_link')).toBe(false);
  expect(may(token, 'make_sign_in_link')).toBe(true);
});

describe('each role may what those before it may, and more', () => {
  const added = {
    viewer: ['see', 'own_account', 'be_asked'],
    operator: ['start_run', 'control_run', 'keep_run', 'answer_gate', 'share_gate'],
    editor: ['edit_workflow', 'allow_start', 'delete_run'],
    administrator: ['administer', 'override_gate'],
  };
  test.each(roles.map((role, index) => [role, index] as const))('%s', (role, index) => {
    const actor = somebody('ann', { role });
    const allowed = roles.slice(0, index + 1).flatMap((one) => added[one]);
    expect(inSessions.filter((right) => may(actor, right))).toEqual(allowed);
  });

  test('a refusal names the role that it takes', () => {
    expect(refusal(somebody('ann', { role: 'viewer' }), 'edit_workflow')?.message).toBe(
      'You may not change workflows: it takes the role editor, and yours is viewer.',
    );
  });
});

test('a token with scopes may what they say, never more than its person, and change no account', () => {
  const scoped: Actor = { ...token, person: somebody('ann', { role: 'operator' }).person, scopes: ['see', 'edit'] };
  expect(all.filter((right) => may(scoped, right))).toEqual(['see']);
  expect(may({ ...scoped, scopes: ['run'] }, 'start_run')).toBe(true);
  expect(refusal(scoped, 'start_run')?.message).toBe('This token may not start runs: it is for see, edit.');
});
