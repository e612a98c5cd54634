// Answers a gate, exactly once: the first answer wins, every later one is told who answered, when and what.
import { z } from 'zod';
import type { Console, Needs } from '../console/console.ts';
import { gateAnswer } from '../engine/event-parts.ts';
import { gateKeys } from '../engine/event-types.ts';
import type { EventOf, Gate } from '../engine/events.ts';
import { AppError } from '../errors.ts';
import { type Actor, signedAnswer } from '../people/actor.ts';
import { checkWho, circumstancesOf, decidesAlone } from '../people/who-answers.ts';
import { shownHash } from '../receipts/shown-hash.ts';
import { checkAnswer } from './inputs/check-answer.ts';
import { recordAndGoOn } from './work/advance-run.ts';
import { type LiveRun, withRun } from './work/live-run.ts';

export type AnswerRequest = {
  runId: string;
  gateId: string;
  option: string;
  values?: Record<string, unknown>;
  comment?: string | null;
  actor: Actor;
  /** An administrator passes over what the gate demands of whoever answers, for the reason in the comment. */
  override?: boolean;
  /** The hash of what the person was shown; worked out here when the caller does not say. */
  shown?: string;
  /** Where an answer by link came from, for those who look into it later. */
  from?: { address: string; agent: string };
};

async function refuse(house: Needs<'store'>, runId: string, gateId: string): Promise<never> {
  const gate = await house.store.readGate(runId, gateId);
  if (!gate) throw new AppError('not_found', `Run ${runId} has no gate "${gateId}"`);
  if (gate.answer) {
    const { by, at, option } = gate.answer;
    const label = gate.options.find(({ id }) => id === option)?.label ?? option;
    throw new AppError('gate_already_answered', `${by} already answered "${label}" at ${at}`, {
      details: { answer: gate.answer },
    });
  }
  throw new AppError('run_ended', `The gate "${gateId}" closed without an answer; nothing was changed`);
}

async function hashOfShown(house: Needs<'store'>, run: LiveRun, gate: Gate): Promise<string> {
  const ids = gate.show.flatMap(({ artifact }) => (artifact === null ? [] : [artifact]));
  const records = await Promise.all(ids.map((id) => house.store.readArtifact(run.id, id)));
  return shownHash(
    gate,
    records.filter((record) => record !== null),
  );
}

/** With a quorum the N-th yes answers; until then a yes is a vote. The first no answers. */
function isVote({ quorum, votes, kind }: Gate, option: string): boolean {
  if (quorum === undefined || (kind === 'approval' && option === 'no')) return false;
  return (votes?.filter((vote) => vote.option === option).length ?? 0) + 1 < quorum;
}

export const answered = z.object({
  answer: gateAnswer,
  answered: z.boolean().describe('False for a vote that does not decide yet'),
  votes: z.number().optional(),
  quorum: z.number().optional(),
});
export type Answered = z.infer<typeof answered>;

export async function answerGate(house: Console, request: AnswerRequest): Promise<Answered> {
  const { runId, gateId, option, actor } = request;
  const taken = await withRun(house, runId, async (run): Promise<Answered> => {
    const gate = run.state.gates[gateId];
    if (!gate) return refuse(house, runId, gateId);
    const comment = request.comment?.trim() || null;
    const circumstances = await circumstancesOf(house, run.state);
    const isShort = isVote(gate, option);
    const isAlone = isShort && decidesAlone(gate, actor, circumstances);
    const isVoting = isShort && !isAlone;
    const wish = { override: request.override ?? false, comment, isVote: isVoting };
    const override = checkWho(gate, actor, circumstances, wish);
    const values = checkAnswer(gate, option, request.values ?? {});
    const shown = request.shown ?? (await hashOfShown(house, run, gate));
    const from: { address?: string } = request.from ?? (actor.address ? { address: actor.address } : {});
    const passedOver = override.length > 0 ? { override } : {};
    const given = {
      ...{ option, values, comment, ...signedAnswer(actor), at: house.clock.at() },
      ...passedOver,
      ...(isAlone ? { alone: true as const } : {}),
      ...from,
    };
    const isDecided = !isVoting || override.includes('quorum');
    const type = isDecided ? 'gate_answered' : 'gate_voted';
    const fact = { type, ...gateKeys(gate), data: { gate: gateId, answer: given, shown } } as const;
    const [recorded] = await recordAndGoOn(house, run, [fact], { ...actor, address: from.address });
    const receipt = { shown, signature: (recorded as EventOf<typeof type>).data.answer.signature };
    const votes = gate.quorum === undefined ? {} : { votes: (gate.votes?.length ?? 0) + 1, quorum: gate.quorum };
    return { answer: { ...given, ...receipt }, answered: isDecided, ...votes };
  });
  house.queue.enqueue(runId);
  return taken;
}
