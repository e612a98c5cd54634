// Somebody says that they look after a gate, hands it to somebody else whom it asks, or lets it go. It keeps nobody from
// answering: it says whose inbox it is in.
import type { Console } from '../../console/console.ts';
import { gateKeys } from '../../engine/event-types.ts';
import type { Gate } from '../../engine/events.ts';
import { AppError } from '../../errors.ts';
import { type Actor, type Person, personOf, readPerson, signedControl } from '../../people/actor.ts';
import { circumstancesOf, refusalsOf } from '../../people/who-answers.ts';
import { type LiveRun, withRun } from '../work/live-run.ts';
import { recordEvents } from '../work/record-events.ts';

type Claim = {
  runId: string;
  gateId: string;
  actor: Actor;
  /** The id of whom it is handed to; null lets it go; without it, one's own. */
  to?: string | null;
};

export async function claimGate(house: Console, { runId, gateId, actor, to }: Claim): Promise<Gate> {
  return withRun(house, runId, async (run) => {
    const gate = run.state.gates[gateId];
    if (!gate) throw new AppError('conflict', `Run ${runId} has no open gate "${gateId}"`);
    await assertAnswers(house, run, gate, actor);
    const holder = to === null ? null : await holderOf(house, run, gate, actor, to);
    const data = { gate: gateId, ...signedControl(actor), holder: holder && { person: holder.id, name: holder.name } };
    await recordEvents(house, run, [{ type: 'gate_claimed', ...gateKeys(gate), data }], actor);
    return run.state.gates[gateId] as Gate;
  });
}

async function assertAnswers(house: Console, run: LiveRun, gate: Gate, actor: Actor): Promise<void> {
  const [refused] = refusalsOf(gate, actor, await circumstancesOf(house, run.state));
  if (refused) throw refused.error;
}

async function holderOf(house: Console, run: LiveRun, gate: Gate, actor: Actor, to?: string): Promise<Person> {
  if (to === undefined) return personOf(actor);
  const person = await readPerson(house, to);
  if (!person) throw new AppError('bad_request', `There is no person ${to} who could answer.`);
  const refusals = refusalsOf(gate, { ...actor, person, scopes: undefined }, await circumstancesOf(house, run.state));
  if (refusals.length > 0) throw new AppError('bad_request', `${person.name} may not answer this gate.`);
  return person;
}
