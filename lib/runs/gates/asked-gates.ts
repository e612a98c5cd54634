import type { Needs } from '../../console/console.ts';
import type { Actor } from '../../people/actor.ts';
import { isAsked } from '../../people/who-answers.ts';
import { shownArtifacts } from '../read-run.ts';
import type { ArtifactView, GateView } from '../views.ts';

/** What somebody sees of a run that is not theirs to see: its open gates that ask them, and what those show. */
export async function readAskedGates(
  house: Needs<'store'>,
  runId: string,
  actor: Actor,
): Promise<{ name: string; gates: GateView[]; artifacts: ArtifactView[] } | null> {
  const run = await house.store.readRun(runId);
  if (!run) return null;
  const gates = (await house.store.listGates({ run: runId, status: 'open', limit: 50 })).filter((gate) =>
    isAsked(gate, actor),
  );
  if (gates.length === 0) return null;
  return { name: run.name, gates, artifacts: await shownArtifacts(house, runId, gates) };
}
