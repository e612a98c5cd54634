// The answers among a run's events: whether each was signed as it stands there, and whether its hash of what was shown is that
// of the gate and the files in the same bundle.
import type { Gate, RunEvent } from '../engine/events.ts';
import { type AnswerFact, answerText, isAnswerFact } from './answer-receipt.ts';
import { isSigned } from './public-keys.ts';
import { shownHash } from './shown-hash.ts';
import { type Keys, signerOf } from './trusted-keys.ts';

/** `key` is null for an answer from before there were signatures. */
export type CheckedAnswer = {
  kind: 'answer' | 'vote';
  gate: string;
  message: string;
  answer: AnswerFact['data']['answer'];
  key: string | null;
};

type Files = { id: string; sha256: string }[];

function problemOf(run: string, fact: AnswerFact, gate: Gate | undefined, keys: Keys, files: Files): string | null {
  const { answer, shown } = fact.data;
  if (answer.signature === undefined) return null;
  const signer = signerOf(answer.signature);
  const key = keys.get(signer);
  if (!key) return `is signed by key ${signer}, which is not one of those given`;
  if (!isSigned(answerText(run, fact), answer.signature, key)) return 'is not what was signed';
  if (shown === '') return answer.by === 'auto' ? null : 'says nothing of what was shown';
  if (!gate) return 'belongs to no gate of this run';
  return shownHash(gate, files) === shown ? null : 'was given to something else than this bundle shows';
}

export function answerChecker(run: string, keys: Keys, files: Files) {
  const gates = new Map<string, Gate>();
  const answers: CheckedAnswer[] = [];
  const problems: string[] = [];
  return {
    answers,
    problems,
    follow(event: RunEvent): void {
      if (event.type === 'gate_opened') gates.set(event.data.gate.id, event.data.gate);
      if (!isAnswerFact(event)) return;
      const { gate: id, answer } = event.data;
      const gate = gates.get(id);
      const kind = event.type === 'gate_voted' ? 'vote' : 'answer';
      const key = answer.signature === undefined ? null : signerOf(answer.signature);
      answers.push({ kind, gate: id, message: gate?.message ?? '', answer, key });
      const problem = problemOf(run, event, gate, keys, files);
      if (problem) problems.push(`the ${kind} to gate ${id} (${answer.option}, by ${answer.by}) ${problem}`);
    },
  };
}
