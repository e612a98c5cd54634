import type { Needs } from '../../console/console.ts';
import type { Actor } from '../../people/actor.ts';
import { may } from '../../people/may.ts';
import { circumstancesOf, type Demand, refusalsOf } from '../../people/who-answers.ts';
import type { GateRecord } from '../../store/contract/gates.ts';
import { stateAt } from '../work/live-run.ts';

/** Why somebody cannot answer a gate, and which of its demands they may pass over, if they may all. */
export type WhyNot = { message: string; override: Demand[] };

/** Said before anybody answers: null when nothing stands in the way. */
export async function whyNot(house: Needs<'store'>, gate: GateRecord, actor: Actor): Promise<WhyNot | null> {
  const state = await stateAt(house, gate.run);
  if (!state) return null;
  const refusals = refusalsOf(gate, actor, await circumstancesOf(house, state));
  const [first] = refusals;
  if (!first) return null;
  const demands = refusals.flatMap(({ demand }) => demand ?? []);
  const isAll = demands.length === refusals.length && may(actor, 'override_gate');
  return { message: first.error.message, override: isAll ? demands : [] };
}
