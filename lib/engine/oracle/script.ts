// What happens from outside in a drawn run: how attempts end and what people answer. A function of the place alone (which
// position, which visit there, the how-manieth), so that the order between parallel branches does not matter.
import { hashOf } from './dice.ts';

/** A visit, named independently of the order between branches: `main/each#1:0|work|2`. */
export type Place = { visit: string; isInSplit: boolean };

export type ScriptedOutcome = { kind: 'ok'; value: number } | { kind: 'failure' } | { kind: 'interrupted' };

/** Why an attempt stops in the middle, in order. */
export type ScriptedStop = 'tool' | 'callback';

export type Question = { purpose: string; options: string[]; canExpire: boolean };

export type Script = {
  outcome(place: Place, tried: number): ScriptedOutcome;
  stops(place: Place, tried: number): ScriptedStop[];
  /** What people say about a tool. Asked again when the attempt is made again, so it is no other question. */
  allows(place: Place, tried: number, stop: number): boolean;
  /** null: nobody answers in time. */
  answer(place: Place, asked: number, question: Question): string | null;
};

const patience = 3;

/** How often each option of the engine's own questions is chosen. */
const weights: Record<string, Record<string, number>> = {
  failure: { retry: 45, skip: 47, abort: 8 },
  rejected: { retry: 45, skip: 47, abort: 8 },
  interrupted: { retry: 34, skip: 33, mark_done: 33 },
  checkpoint: { continue: 70, pause: 22, abort: 8 },
  visits: { continue: 50, abort: 50 },
};

export function scriptOf(seed: number): Script {
  return {
    outcome({ visit }, tried) {
      const roll = hashOf(seed, 'outcome', visit, tried) % 100;
      if (roll < 70) return { kind: 'ok', value: hashOf(seed, 'value', visit, tried) % 10 };
      return { kind: roll < 92 ? 'failure' : 'interrupted' };
    },
    stops({ visit }, tried) {
      const roll = hashOf(seed, 'stops', visit, tried) % 100;
      if (roll >= 18) return [];
      return roll < 8 ? ['tool'] : roll < 13 ? ['callback'] : roll < 16 ? ['tool', 'callback'] : ['callback', 'tool'];
    },
    allows: ({ visit }, tried, stop) => hashOf(seed, 'allows', visit, tried, stop) % 3 > 0,
    answer({ visit, isInSplit }, asked, { purpose, options, canExpire }) {
      const roll = hashOf(seed, 'answer', visit, asked);
      if (canExpire && asked < patience && roll % 2 === 0) return null;
      const weighted = weights[purpose] ?? {};
      const isAllowed = (option: string) =>
        !(isInSplit && option === 'abort') && !(asked >= patience && (option === 'retry' || option === 'no'));
      const choices = options
        .filter(isAllowed)
        .flatMap((option) => Array.from({ length: weighted[option] ?? 50 }, () => option));
      return choices[(roll >>> 1) % choices.length] as string;
    },
  };
}

/** Over what any check asks for. */
export const markedValue = 7;

/** What a person fills in. */
export function valuesFor(option: string): Record<string, unknown> {
  if (option === 'submit') return { note: 'noted' };
  return option === 'mark_done' ? { result: { node: 'marked', value: markedValue, prev: 'marked' } } : {};
}
