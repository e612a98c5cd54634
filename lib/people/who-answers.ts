// Who may answer a gate. The one place that knows what assignees, quorum, no_self and identity ask of somebody; pure, so that
// pages say beforehand what the use case would refuse. With one account that account answers every gate, and links do what
// they always did. Gates that older versions opened go by names, as they did then.
import type { Needs } from '../console/console.ts';
import type { Gate, GateAnswer } from '../engine/events.ts';
import type { RunState } from '../engine/state.ts';
import { AppError } from '../errors.ts';
import { administrators, ownerId } from '../store/contract/people.ts';
import { type Actor, isByCode, isByLink, isVoiceOf, type Person } from './actor.ts';
import { reaches, refusal, rights } from './may.ts';

/** All that a workflow may call somebody by. */
export function namesOf({ id, name, email, role, groups }: Person): string[] {
  return [id, name, ...(email ? [email] : []), ...groups, ...(role === 'administrator' ? [administrators] : [])];
}

const same = (name: string) => (name.includes('@') ? name.toLowerCase() : name);

/** Whether one of these names is theirs. */
export function isNamed({ person, recipient }: Pick<Actor, 'person' | 'recipient'>, names: string[]): boolean {
  const own = new Set(person ? namesOf(person).map(same) : recipient === undefined ? [] : [recipient]);
  return names.some((name) => own.has(same(name)));
}

const askedBy = ({ assignees, escalated_to = [] }: Pick<Gate, 'assignees' | 'escalated_to'>) => [
  ...assignees,
  ...escalated_to,
];

/** Asked by name, by address or through a group; or it asks nobody in particular, and was handed to who may answer that. */
export function isAsked(gate: Pick<Gate, 'assignees' | 'escalated_to' | 'claimed'>, actor: Actor): boolean {
  if (isNamed(actor, askedBy(gate))) return true;
  const { person } = actor;
  const holds = person !== null && gate.claimed?.person === person.id;
  return holds && gate.assignees.length === 0 && reaches(person.role, rights.answer_gate.role);
}

/** An address that nobody has an account for is a person only where the gate asks it: who shares a gate invents no persons. */
const isSomebody = (gate: Gate, actor: Actor) => actor.person !== null || isNamed(actor, askedBy(gate));

export type Demand = NonNullable<GateAnswer['override']>[number];
type Refusal = { error: AppError; demand?: Demand };

export type Circumstances = {
  /** The voice of whoever started the run; runs of older versions were all started by the owner. */
  starter: string | undefined;
  /** Their recorded name. */
  startedBy: string;
  /** There is only one account. */
  isAlone: boolean;
};

export async function circumstancesOf(
  { store }: Needs<'store'>,
  { starter, started_by }: Pick<RunState, 'starter' | 'started_by'>,
): Promise<Circumstances> {
  return { starter, startedBy: started_by, isAlone: (await store.countPeople()) < 2 };
}

const forbidden = (message: string) => new AppError('forbidden', message);

/** Why somebody cannot answer now: each demand that an administrator may pass over, or one that nobody may. */
export function refusalsOf(gate: Gate, actor: Actor, circumstances: Circumstances): Refusal[] {
  const may = unlessAllowed(gate, actor);
  if (may) return [{ error: may }];
  if (!gate.persons) return byName(gate, actor, circumstances.startedBy);
  return [
    ofAssignees(gate, actor, circumstances),
    ofSelf(gate, actor, circumstances),
    ofQuorum(gate, actor, circumstances),
  ].filter((one) => one !== null);
}

/** What no override helps with: the proof of who it is, and the role. */
function unlessAllowed(gate: Gate, actor: Actor): AppError | null {
  if (isByLink(actor.via)) return unlessProven(gate, actor);
  if (gate.purpose === 'server') return refusal(actor, 'allow_start');
  return refusal(actor, isAsked(gate, actor) ? 'be_asked' : 'answer_gate');
}

function unlessProven({ identity }: Gate, { via }: Actor): AppError | null {
  if (identity === 'account') return forbidden('This gate asks who you are: sign in to answer it');
  if (identity !== 'code' || isByCode(via)) return null;
  return forbidden('This gate takes a code that is mailed to whom the link is for; without one, sign in to answer it');
}

function ofAssignees(gate: Gate, actor: Actor, { isAlone }: Circumstances): Refusal | null {
  if (isAlone || gate.assignees.length === 0 || isAsked(gate, actor)) return null;
  const whom = askedBy(gate).join(', ');
  return { demand: 'assignees', error: forbidden(`Only ${whom} may answer this gate`) };
}

function ofSelf(gate: Gate, actor: Actor, { starter = ownerId, isAlone, startedBy }: Circumstances): Refusal | null {
  if (!gate.no_self || isAlone) return null;
  if (isSomebody(gate, actor) && !isVoiceOf(actor, starter)) return null;
  const message = isSomebody(gate, actor)
    ? `${startedBy} started this run and may not answer this gate; somebody else must`
    : 'Whoever started this run may not answer this gate, and this link does not say who you are; sign in';
  return { demand: 'no_self', error: forbidden(message) };
}

function ofQuorum(gate: Gate, actor: Actor, circumstances: Circumstances): Refusal | null {
  if (gate.quorum === undefined || decidesAlone(gate, actor, circumstances)) return null;
  if (!isSomebody(gate, actor)) {
    const message = 'This gate counts persons, and this link does not say who you are; sign in';
    return { demand: 'quorum', error: forbidden(message) };
  }
  const voted = gate.votes?.find(({ person }) => isVoiceOf(actor, person));
  if (!voted) return null;
  const error = new AppError('conflict', `${voted.by} has already voted "${voted.option}" at ${voted.at}`);
  return { demand: 'quorum', error };
}

/** Where there is one account, its yes is all the votes that a quorum can have. */
export function decidesAlone(gate: Gate, { person }: Actor, { isAlone }: Circumstances): boolean {
  return gate.persons === true && gate.quorum !== undefined && isAlone && person !== null;
}

/** As gates were answered before there were people. */
function byName(gate: Gate, { name, via }: Actor, startedBy: string): Refusal[] {
  if (gate.no_self && name === startedBy) {
    return [{ error: forbidden(`${name} started this run and may not answer this gate; somebody else must`) }];
  }
  const voted = gate.votes?.find((vote) => vote.by === name || (isByLink(via) && vote.via === via));
  if (!voted) return [];
  return [{ error: new AppError('conflict', `${voted.by} has already voted "${voted.option}" at ${voted.at}`) }];
}

/**
 * Refuses who may not answer. With `override`, gives the demands that an administrator passes over; that takes a comment, and
 * a quorum that is not reached by this answer is one of them.
 */
export function checkWho(
  gate: Gate,
  actor: Actor,
  circumstances: Circumstances,
  wish: { override: boolean; comment: string | null; isVote: boolean },
): Demand[] {
  const refusals = refusalsOf(gate, actor, circumstances);
  const first = refusals[0];
  if (!wish.override) {
    if (first) throw first.error;
    return [];
  }
  const fixed = refusals.find(({ demand }) => demand === undefined);
  if (fixed) throw fixed.error;
  const demands = new Set(refusals.flatMap(({ demand }) => demand ?? []));
  if (wish.isVote) demands.add('quorum');
  if (demands.size === 0) return [];
  const refused = refusal(actor, 'override_gate');
  if (refused) throw refused;
  if (wish.comment === null) {
    throw new AppError('invalid_answer', `To pass over ${[...demands].join(', ')}, say why in a comment`);
  }
  return [...demands];
}
