// Who may see and start what: `access` of a workflow narrows it to people and groups. A run goes by the text that it was
// started with. Administrators see everything. Being asked suffices to see that gate and what it shows.
import type { Needs } from '../console/console.ts';
import { AppError } from '../errors.ts';
import type { GateRecord } from '../store/contract/gates.ts';
import type { RunRecord } from '../store/contract/runs.ts';
import type { Actor } from './actor.ts';
import { may, reaches } from './may.ts';
import { isAsked, isNamed, namesOf } from './who-answers.ts';

const administers = ({ person }: Actor) => person?.role === 'administrator';

/** `names` of an access; null is everybody. */
const isAdmitted = (actor: Actor, names: string[] | null) =>
  names === null || administers(actor) || isNamed(actor, names);

/** For lists: by which names somebody sees what is narrowed; undefined is everything. */
export const seenBy = (actor: Actor): string[] | undefined =>
  administers(actor) || !actor.person ? undefined : namesOf(actor.person);

/** A text that cannot be read may say anything about who may see it: it is for those who mend it. */
export function seesWorkflow(actor: Actor, graph: { access?: { see?: string[] } } | null): boolean {
  if (graph) return isAdmitted(actor, graph.access?.see ?? null);
  return actor.person !== null && reaches(actor.person.role, 'editor');
}

export const seesRun = (actor: Actor, run: Pick<RunRecord, 'see'>) => isAdmitted(actor, run.see);

/** The people who are not admitted are told what they are told of runs that are not there. */
const noRun = (runId: string) => new AppError('not_found', `There is no run "${runId}"`);

export type Part = { gateId?: string; artifactId?: string; hash?: string };

/** Refuses who may not see a run, unless it is about a gate that asks them or what that shows. */
export async function assertSees(
  { store }: Needs<'store'>,
  actor: Actor,
  runId: string,
  part: Part = {},
): Promise<void> {
  const run = await store.readRun(runId);
  if (!run || seesRun(actor, run)) return;
  if (part.gateId !== undefined) {
    const gate = await store.readGate(runId, part.gateId);
    if (gate && isAsked(gate, actor)) return;
  }
  if (part.artifactId !== undefined || part.hash !== undefined) {
    const gates = await store.listGates({ run: runId, limit: 200 });
    if (gates.some((gate) => isAsked(gate, actor) && shows(gate, part))) return;
  }
  throw noRun(runId);
}

function shows({ show }: GateRecord, { artifactId, hash }: Part): boolean {
  return show.some(({ artifact, value }) =>
    artifactId === undefined ? JSON.stringify(value ?? null).includes(`"${hash}"`) : artifact === artifactId,
  );
}

/** What the console starts for a run that calls another is for whoever wrote that. */
export function assertMayStart(actor: Actor, { name, access }: { name: string; access?: { start?: string[] } }): void {
  if (actor.via === 'auto' || isAdmitted(actor, access?.start ?? null)) return;
  throw new AppError('forbidden', `Only ${access?.start?.join(', ')} may start ${name}.`);
}

/** A gate in a list: its run is theirs to see, or it asks them. */
export function seesGate(actor: Actor, run: Pick<RunRecord, 'see'> | undefined, gate: GateRecord): boolean {
  return (run !== undefined && seesRun(actor, run) && may(actor, 'see')) || isAsked(gate, actor);
}

/** Runs that somebody may not see are not even named. */
export async function visibleRuns({ store }: Needs<'store'>, actor: Actor, runs: string[]): Promise<string[]> {
  if (seenBy(actor) === undefined) return runs;
  const records = await Promise.all(runs.map((id) => store.readRun(id)));
  return runs.filter((_, index) => seesRun(actor, records[index] ?? { see: null }));
}
