// What the signature of an answer is over, and nothing else: canonical JSON (RFC 8785) of
//   { format: "gatehouse-answer/1", run, kind: "answer" | "vote", gate, node, visit, answer, shown }
// where `answer` is all that its event keeps of the answer but the signature: option, values, comment, who (by, person), the
// way in (via), address, time; and `shown` is the hash of what was shown (shown-hash.ts), empty where nobody was shown
// anything: an automatic answer. Values that are too large for an event are in it as their handle, which names their hash.
import type { GateAnswer, RunEvent } from '../engine/events.ts';
import { canonicalJson } from './canonical-json.ts';

export type AnswerFact = Pick<
  Extract<RunEvent, { type: 'gate_answered' | 'gate_voted' }>,
  'type' | 'node' | 'visit' | 'data'
>;

export function isAnswerFact<Fact extends { type: string }>(fact: Fact): fact is Fact & AnswerFact {
  return fact.type === 'gate_answered' || fact.type === 'gate_voted';
}

export function answerText(run: string, { type, node, visit, data }: AnswerFact): string {
  const { signature, ...answer } = data.answer;
  const kind = type === 'gate_voted' ? 'vote' : 'answer';
  return canonicalJson({
    ...{ format: 'gatehouse-answer/1', run, kind, gate: data.gate },
    ...{ node: node ?? null, visit: visit ?? null, answer, shown: data.shown },
  });
}

export function signedFact<Data extends { answer: GateAnswer }>(
  sign: (text: string) => string,
  run: string,
  fact: AnswerFact & { data: Data },
): Data {
  return { ...fact.data, answer: { ...fact.data.answer, signature: sign(answerText(run, fact)) } };
}
