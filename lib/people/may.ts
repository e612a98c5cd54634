// Who may do what: the one place that says so. Routes, server actions and pages name a right and ask here; whether the
// thing itself can be done now, with this run and at this gate, is for the use case. A gate's link has no right of its own:
// its address is the permission, for that gate alone.
import { AppError } from '../errors.ts';
import { type Role, roles } from '../store/contract/people.ts';

export { roles };

import type { Actor } from './actor.ts';

/** What a token can be limited to. */
export const scopes = ['see', 'run', 'answer', 'edit', 'administer'] as const;
export type Scope = (typeof scopes)[number];

/** The words finish "You may not …"; `role` is the least that may; a token with scopes needs `scope` among them. */
type Row = { words: string; role: Role; scope: Scope | null };

export const rights = {
  see: { words: 'see this', role: 'viewer', scope: 'see' },
  own_account: { words: 'change an account with this token', role: 'viewer', scope: null },
  /** Whether they are asked, or may answer anyway, is for the gate to say. */
  be_asked: { words: 'answer gates', role: 'viewer', scope: 'answer' },
  start_run: { words: 'start runs', role: 'operator', scope: 'run' },
  control_run: { words: 'control runs', role: 'operator', scope: 'run' },
  keep_run: { words: 'archive runs', role: 'operator', scope: 'run' },
  answer_gate: { words: 'answer gates', role: 'operator', scope: 'answer' },
  share_gate: { words: 'share gates', role: 'operator', scope: 'answer' },
  edit_workflow: { words: 'change workflows', role: 'editor', scope: 'edit' },
  allow_start: { words: 'allow servers and what lies outside', role: 'editor', scope: 'answer' },
  delete_run: { words: 'delete runs', role: 'editor', scope: 'run' },
  administer: { words: 'administer the console', role: 'administrator', scope: 'administer' },
  override_gate: { words: 'override what a gate asks for', role: 'administrator', scope: 'answer' },
  make_sign_in_link: { words: 'make sign-in links', role: 'administrator', scope: null },
} as const satisfies Record<string, Row>;

export type Right = keyof typeof rights;

/** Whether one role may what the other may. */
export const reaches = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least);

/** Why not, or null when they may. */
export function refusal(actor: Actor | null, right: Right): AppError | null {
  if (!actor) {
    return new AppError('not_signed_in', 'Sign in, or send the API token as "Authorization: Bearer …".');
  }
  // So that a stolen session cannot renew itself for ever.
  if (right === 'make_sign_in_link' && actor.via !== 'token') {
    return new AppError('forbidden', 'Ask for sign-in links with the API token.');
  }
  const { words, role, scope }: Row = rights[right];
  const isSignedIn = actor.via === 'session' || actor.via === 'token';
  if (!isSignedIn || !actor.person) return new AppError('forbidden', `You may not ${words}.`);
  if (actor.scopes && (scope === null || !actor.scopes.includes(scope))) {
    return new AppError('forbidden', `This token may not ${words}: it is for ${actor.scopes.join(', ')}.`);
  }
  if (reaches(actor.person.role, role)) return null;
  return new AppError(
    'forbidden',
    `You may not ${words}: it takes the role ${role}, and yours is ${actor.person.role}.`,
  );
}

export function may(actor: Actor | null, right: Right): boolean {
  return refusal(actor, right) === null;
}

export function assertMay(actor: Actor | null, right: Right): asserts actor is Actor {
  const refused = refusal(actor, right);
  if (refused) throw refused;
}
