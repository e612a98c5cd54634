import type { Console } from '../../console/console.ts';
import { gateKeys } from '../../engine/event-types.ts';
import type { Gate } from '../../engine/events.ts';
import { ownActor, readPerson, signedControl } from '../../people/actor.ts';
import { isAsked } from '../../people/who-answers.ts';
import { withRun } from '../work/live-run.ts';
import { recordEvents } from '../work/record-events.ts';

/** Whoever looks after a gate and has left, or is not asked any more, cannot answer it. */
async function isLeft(house: Console, gate: Gate): Promise<boolean> {
  const person = gate.claimed ? await readPerson(house, gate.claimed.person) : null;
  const holder = person && { name: person.name, person, via: 'session' as const, door: 'none' as const };
  return gate.claimed !== undefined && !(holder && isAsked(gate, holder));
}

/** What nobody looks after any more is in the inboxes of all whom it asks again. */
export async function letGoClaims(house: Console): Promise<void> {
  for (const { run: runId, id } of await house.store.listClaimedGates()) {
    await withRun(house, runId, async (run) => {
      const gate = run.state.gates[id];
      if (!gate || !(await isLeft(house, gate))) return;
      const data = { gate: id, ...signedControl(ownActor('gatehouse')), holder: null };
      await recordEvents(house, run, [{ type: 'gate_claimed', ...gateKeys(gate), data }]);
    }).catch((error) => house.trouble.tell(`what run ${runId} asks`, error));
  }
}
