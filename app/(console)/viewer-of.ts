import type { Console } from '#lib/console/console.ts';
import { listPeople } from '#lib/people/accounts/people.ts';
import type { Actor } from '#lib/people/actor.ts';
import { may } from '#lib/people/may.ts';
import type { Viewer } from './runs/[runId]/_components/gate/gate-holder.tsx';

/** What gates on a page need to know of who looks at them. */
export async function viewerOf(house: Console, actor: Actor): Promise<Viewer> {
  const people = (await listPeople(house)).filter(({ closed_at }) => closed_at === null);
  return {
    person: actor.person?.id ?? '',
    canOverride: may(actor, 'override_gate'),
    people: people.map(({ id, name }) => ({ id, name })),
  };
}
