// The figures above the list of runs. Worked out at most once in some seconds for all who see the same runs, however many
// pages are open.
import type { Needs } from '../../console/console.ts';
import { seenBy } from '../../people/access.ts';
import type { Actor } from '../../people/actor.ts';
import type { Figures } from '../../store/contract/figures.ts';
import type { RunFigures } from '../views.ts';
import { dayOf, momentOf } from './when.ts';

const life = 10_000;
const days = 7;

export function readFigures(house: Needs<'clock' | 'figures' | 'store'>, actor: Actor): Promise<RunFigures> {
  const names = seenBy(actor);
  const key = names ? JSON.stringify(names.toSorted()) : '';
  const now = Date.now();
  for (const [each, { at }] of house.figures) if (now - at > life) house.figures.delete(each);
  const kept = house.figures.get(key);
  if (kept) return kept.figures;
  const figures = workOut(house, names);
  house.figures.set(key, { at: now, figures });
  // A failure is told to those who wait for it, and to nobody later.
  figures.catch(() => house.figures.delete(key));
  return figures;
}

async function workOut(house: Needs<'clock' | 'store'>, names: string[] | undefined): Promise<RunFigures> {
  const now = new Date(house.clock.at());
  const dates = Array.from({ length: days }, (_, back) =>
    dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - (days - 1 - back))),
  );
  const start = (said: string) => momentOf(said, now, 'beginning') ?? '';
  const { waiting, failedToday, answers, costs } = await house.store.readFigures({
    today: start('today'),
    answersSince: start('7d'),
    costsSince: start(dates[0] ?? ''),
    ...(names ? { seenBy: names } : {}),
  });
  const spent = new Map(costs.map(({ day, cost }) => [day, cost]));
  return {
    waiting,
    failed_today: failedToday,
    waits: waitsOf(answers),
    costs: dates.map((day) => ({ day, cost: spent.get(day) ?? 0 })),
  };
}

/** The middle one, or the one below the middle. */
export function waitsOf(answers: Figures['answers']): RunFigures['waits'] {
  const groups = [...Map.groupBy(answers, ({ workflow }) => workflow)];
  const waits = groups.map(([workflow, all]) => {
    const sorted = all.map(({ openedAt, answeredAt }) => Date.parse(answeredAt) - Date.parse(openedAt));
    sorted.sort((a, b) => a - b);
    const median = Math.max(0, sorted[(sorted.length - 1) >> 1] ?? 0);
    return { workflow, name: all[0]?.name ?? workflow, answers: all.length, median };
  });
  return waits.sort((a, b) => b.answers - a.answers || a.name.localeCompare(b.name));
}
