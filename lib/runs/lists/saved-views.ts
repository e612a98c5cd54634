// A person's own views of the list of runs: what its address says, under a name. They are there in every browser.
import { randomBytes } from 'node:crypto';
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { type Actor, personOf } from '../../people/actor.ts';

const mostViews = 30;

/** By name, as people count: 2 before 10. */
export async function listViews({ store }: Needs<'store'>, actor: Actor) {
  const views = actor.person ? await store.listViews(actor.person.id) : [];
  return views.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

/** One of the same name is replaced. */
export async function saveView(
  { store, clock }: Needs<'clock' | 'store'>,
  actor: Actor,
  { name, query }: { name: string; query: string },
): Promise<void> {
  const personId = personOf(actor).id;
  const views = await store.listViews(personId);
  if (views.length >= mostViews && !views.some((view) => view.name === name)) {
    throw new AppError('conflict', `You have ${mostViews} saved views; delete one first.`);
  }
  await store.saveView({ id: randomBytes(8).toString('hex'), personId, name, query, createdAt: clock.at() });
}

export async function deleteView({ store }: Needs<'store'>, actor: Actor, id: string): Promise<void> {
  const isGone = await store.deleteView(personOf(actor).id, id);
  if (!isGone) throw new AppError('not_found', 'There is no such view any more.');
}
