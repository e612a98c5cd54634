import type { Needs } from '../../console/console.ts';
import type { Actor } from '../../people/actor.ts';
import { writeCursor } from '../../store/cursor.ts';
import type { RunNeighbours } from '../views.ts';
import { type RunsAsked, runFilterOf } from './run-filter.ts';

/** What stands right above and right below a run in a list, wherever that has its pages; also for a run that left the list. */
export async function readNeighbours(
  house: Needs<'clock' | 'store'>,
  runId: string,
  asked: RunsAsked,
  actor: Actor,
): Promise<RunNeighbours> {
  const run = await house.store.readRun(runId);
  if (!run) return { above: null, below: null };
  const filter = { ...runFilterOf(house, asked, actor), cursor: writeCursor([run.createdAt, runId]), limit: 1 };
  const [above, below] = await Promise.all([
    house.store.listRuns({ ...filter, isUpwards: true }),
    house.store.listRuns(filter),
  ]);
  return { above: above.runs[0]?.id ?? null, below: below.runs[0]?.id ?? null };
}
