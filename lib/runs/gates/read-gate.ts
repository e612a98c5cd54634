import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import type { Actor } from '../../people/actor.ts';
import type { GateRecord } from '../../store/contract/gates.ts';
import { shownArtifacts } from '../read-run.ts';
import type { GateDetail } from '../views.ts';
import { whyNot } from './why-not.ts';

type Place = { runId: string; gateId: string };

export async function readGate({ store }: Needs<'store'>, { runId, gateId }: Place): Promise<GateRecord> {
  const gate = await store.readGate(runId, gateId);
  if (!gate) throw new AppError('not_found', `Run ${runId} has no gate "${gateId}"`);
  return gate;
}

/** A gate with what it shows, and whether this person may answer it. That they may see it is for the caller to make sure of. */
export async function readGateDetail(house: Needs<'store'>, place: Place, actor: Actor): Promise<GateDetail> {
  const gate = await readGate(house, place);
  const [run, artifacts, refused] = await Promise.all([
    house.store.readRun(place.runId),
    shownArtifacts(house, place.runId, [gate]),
    gate.status === 'open' ? whyNot(house, gate, actor) : null,
  ]);
  return {
    ...gate,
    artifacts,
    started_by: run?.startedBy ?? '',
    refused: refused && { message: refused.message, override: refused.override.length > 0 },
  };
}
