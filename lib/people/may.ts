// Who may do what: the one place that says so. Routes, server actions and pages name a right and ask here; whether the
// thing itself can be done now, and by this person at this gate, is for the use case. Whoever is signed in is the owner
// and may everything. A gate's link has no right of its own: its address is the permission, for that gate alone.
import { AppError } from '../errors.ts';
import type { Actor } from './actor.ts';

/** In words that finish "You may not …". */
const rights = {
  see: 'see this',
  start_run: 'start runs',
  control_run: 'control runs',
  keep_run: 'archive runs',
  delete_run: 'delete runs',
  answer_gate: 'answer gates',
  share_gate: 'share gates',
  edit_workflow: 'change workflows',
  administer: 'administer the console',
  make_sign_in_link: 'make sign-in links',
} as const;

export type Right = keyof typeof rights;

/** Why not, or null when they may. */
export function refusal(actor: Actor | null, right: Right): AppError | null {
  if (!actor) {
    return new AppError('not_signed_in', 'Sign in, or send the API token as "Authorization: Bearer …".');
  }
  // So that a stolen session cannot renew itself for ever.
  if (right === 'make_sign_in_link' && actor.via !== 'token') {
    return new AppError('forbidden', 'Ask for sign-in links with the API token.');
  }
  if (actor.via === 'session' || actor.via === 'token') return null;
  return new AppError('forbidden', `You may not ${rights[right]}.`);
}

export function may(actor: Actor | null, right: Right): boolean {
  return refusal(actor, right) === null;
}

export function assertMay(actor: Actor | null, right: Right): asserts actor is Actor {
  const refused = refusal(actor, right);
  if (refused) throw refused;
}
