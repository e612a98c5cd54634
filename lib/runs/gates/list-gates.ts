import type { Needs } from '../../console/console.ts';
import { seenBy, seesGate } from '../../people/access.ts';
import { isAlone } from '../../people/accounts/people.ts';
import type { Actor } from '../../people/actor.ts';
import { may } from '../../people/may.ts';
import { namesOf } from '../../people/who-answers.ts';
import {
  anybody,
  type GateList,
  type GateRecord,
  type GateSearch,
  type OpenGates,
} from '../../store/contract/gates.ts';
import type { GateCounts, InboxGate } from '../views.ts';
import { nodeNameOf } from '../work/graph-of.ts';

const pageSize = 100;

/** Open ones that ask somebody or nobody in particular, open ones that wait too long, and those that were answered. */
export const inboxViews = ['mine', 'overdue', 'answered'] as const;
export type InboxView = (typeof inboxViews)[number];

type House = Needs<'clock' | 'store' | 'workflows'>;
type Wish = GateSearch & {
  show?: InboxView | undefined;
  status?: GateRecord['status'] | undefined;
  /** Leaves out what each shows, which can be long. */
  brief?: boolean | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

/** Who may answer what asks for nobody in particular is asked by that too. */
function askedNames(actor: Actor): string[] {
  return [...(actor.person ? namesOf(actor.person) : []), ...(may(actor, 'answer_gate') ? [anybody] : [])];
}

async function mineOf(house: House, actor: Actor): Promise<OpenGates | undefined> {
  // With one account everything asks that one.
  return (await isAlone(house)) ? undefined : { askedOf: askedNames(actor) };
}

async function listOf(house: House, { show, status }: Wish, actor: Actor): Promise<GateList> {
  if (show === 'mine') return (await mineOf(house, actor)) ?? { status: 'open' };
  if (show === 'overdue') return { overdueAt: house.clock.at() };
  return show === 'answered' ? { answered: true } : { status };
}

/** Newest first, page by page; what somebody may not see is left out, so that a page may be short. */
export async function listGates(
  house: House,
  { limit = pageSize, cursor, q, workflow, brief, ...wish }: Wish,
  actor: Actor,
): Promise<{ gates: InboxGate[]; next: string | null }> {
  const list = await listOf(house, wish, actor);
  const { gates, next } = await house.store.pageOfGates({ ...list, q, workflow, limit, cursor });
  const shown = await shownGates(house, gates, actor);
  return { gates: brief ? shown.map((gate) => ({ ...gate, show: [] })) : shown, next };
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

/** Of what somebody may see; of many, for who may not see everything, as many as a page has. */
export async function countGates(house: House, actor: Actor): Promise<GateCounts> {
  if (seenBy(actor) !== undefined) {
    const count = async (wish: Wish) => (await listGates(house, wish, actor)).gates.length;
    const wishes = [{ show: 'mine' }, { status: 'open' }, { show: 'overdue' }] as const;
    const [mine = 0, open = 0, overdue = 0] = await Promise.all(wishes.map(count));
    return { mine, open, overdue };
  }
  const [mine, open, overdue] = await Promise.all([
    house.store.countOpenGates(await mineOf(house, actor)),
    house.store.countOpenGates(),
    house.store.countOpenGates({ overdueAt: house.clock.at() }),
  ]);
  return { mine, open, overdue };
}
