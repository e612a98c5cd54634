import type { Needs } from '../../console/console.ts';
import { seenBy, seesGate } from '../../people/access.ts';
import { isAlone } from '../../people/accounts/people.ts';
import type { Actor } from '../../people/actor.ts';
import { may } from '../../people/may.ts';
import { namesOf } from '../../people/who-answers.ts';
import { anybody, type GateFilter, type GateRecord } from '../../store/contract/gates.ts';
import type { InboxGate } from '../views.ts';
import { nodeNameOf } from '../work/graph-of.ts';

const pageSize = 100;

/** Those that ask one person or nobody in particular, or those that wait too long. */
export const inboxViews = ['mine', 'overdue'] as const;
export type InboxView = (typeof inboxViews)[number];

/** Who may answer what asks for nobody in particular is asked by that too. */
function askedNames(actor: Actor): string[] {
  return [...(actor.person ? namesOf(actor.person) : []), ...(may(actor, 'answer_gate') ? [anybody] : [])];
}

/** A page of the open gates as a person wants to see them. */
export async function listOpenGates(
  house: Needs<'clock' | 'store' | 'workflows'>,
  { show, actor, limit = pageSize, cursor }: { show?: InboxView; actor: Actor; limit?: number; cursor?: string },
): Promise<{ gates: InboxGate[]; next: string | null }> {
  // With one account everything asks that one.
  const isEverything = show === undefined || (show === 'mine' && (await isAlone(house)));
  if (isEverything) return listGates(house, { status: 'open', limit, cursor }, actor);
  const filter = show === 'mine' ? { askedOf: askedNames(actor) } : { overdueAt: house.clock.at() };
  const { gates, next } = await house.store.pageOfOpenGates({ ...filter, limit, cursor });
  return { gates: await shownGates(house, gates, actor), next };
}

/** Newest first, page by page; what somebody may not see is left out, so that a page may be short. */
export async function listGates(
  house: Needs<'store' | 'workflows'>,
  { limit = pageSize, ...filter }: Pick<GateFilter, 'status' | 'limit' | 'cursor'>,
  actor: Actor,
): Promise<{ gates: InboxGate[]; next: string | null }> {
  const { gates, next } = await house.store.pageOfGates({ ...filter, limit });
  return { gates: await shownGates(house, gates, actor), next };
}

async function shownGates(
  house: Needs<'store' | 'workflows'>,
  gates: GateRecord[],
  actor: Actor,
): Promise<InboxGate[]> {
  const { store } = house;
  const ids = [...new Set(gates.map(({ run }) => run))];
  const runs = new Map(
    (await Promise.all(ids.map((id) => store.readRun(id)))).flatMap((run) => (run ? [[run.id, run]] : [])),
  );
  const seen = gates.filter((gate) => seesGate(actor, runs.get(gate.run), gate));
  const shown = seen.map(async (gate) => {
    const run = runs.get(gate.run);
    const node_name = run ? await nodeNameOf(house, run.versionId, gate.node) : gate.node;
    return { ...gate, run_name: run?.name ?? '', workflow: run?.workflow ?? '', node_name };
  });
  return Promise.all(shown);
}

/** All that somebody may see; of many, as many as a page has. */
export async function countOpenGates(house: Needs<'clock' | 'store' | 'workflows'>, actor: Actor): Promise<number> {
  if (seenBy(actor) === undefined) return house.store.countOpenGates();
  return (await listOpenGates(house, { actor })).gates.length;
}
