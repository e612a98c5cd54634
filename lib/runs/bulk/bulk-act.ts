// One verb for many runs: planned in counts before anything happens, then done one run after the other, some side by side,
// with a turn for everybody else in between. What is refused is kept with its reason, the rest is done. It is each run's own
// use case that acts, as the person who asked. An act lives in memory: after a restart what is done is done, and nobody goes on.
import { randomBytes } from 'node:crypto';
import type { Console, Needs } from '../../console/console.ts';
import { AppError, messageOf } from '../../errors.ts';
import { type Actor, personOf, readPerson } from '../../people/actor.ts';
import { assertMay, may } from '../../people/may.ts';
import type { RunFilter } from '../../store/contract/runs.ts';
import { type RunsAsked, runFilterOf } from '../lists/run-filter.ts';
import type { BulkAct, BulkPlan } from '../views.ts';
import { type BulkVerbName, bulkVerbs } from './bulk-verbs.ts';

export type BulkRequest = {
  verb: BulkVerbName;
  /** The chosen runs, or all that fit. */
  which: { runs: string[]; archived?: boolean } | RunsAsked;
  actor: Actor;
};

/** With its owner, who alone may look at it. */
export type KeptBulkAct = {
  person: string;
  act: BulkAct /** When nothing more of it is done. */;
  finished: Promise<void>;
};

const mostRuns = 10_000;
const lanes = 4;
const mostKept = 40;
const mostRefusals = 200;

function filterOf(house: Needs<'clock'>, { which, actor }: BulkRequest): RunFilter {
  if (!('runs' in which)) return runFilterOf(house, which, actor);
  return { ...runFilterOf(house, { archived: which.archived }, actor), ids: which.runs };
}

/** What a verb would do, and to how many. */
export async function planBulk(house: Needs<'clock' | 'store'>, request: BulkRequest): Promise<BulkPlan> {
  const { verb, actor } = request;
  const { label, may, parts } = bulkVerbs[verb];
  assertMay(actor, may);
  const filter = filterOf(house, request);
  const count = async (more: Partial<RunFilter>) =>
    Object.values(await house.store.countRuns({ ...filter, ...more })).reduce((sum, one) => sum + one, 0);
  const total = await count({});
  const planned = await Promise.all(
    parts.map(async ({ which, words }) => ({ words, count: await count(narrowed(filter, which)) })),
  );
  const fits = planned.reduce((sum, part) => sum + part.count, 0);
  return { verb, label, total, fits: Math.min(fits, mostRuns), parts: planned, most: mostRuns };
}

/** Both must hold. */
function narrowed(filter: RunFilter, which: Pick<RunFilter, 'status' | 'asks'>): Partial<RunFilter> {
  const status = which.status?.filter((each) => !filter.status?.length || filter.status.includes(each));
  // No state is in both: nothing fits.
  return status?.length === 0 ? { ids: [] } : { ...which, status };
}

export async function startBulk(house: Console, request: BulkRequest): Promise<KeptBulkAct> {
  const { verb, actor } = request;
  const { may, parts } = bulkVerbs[verb];
  assertMay(actor, may);
  const person = personOf(actor).id;
  if ([...house.bulkActs.values()].some((kept) => kept.person === person && kept.act.ended_at === null)) {
    throw new AppError('conflict', 'What you asked for many runs before is still being done; wait for it, or stop it.');
  }
  const filter = filterOf(house, request);
  const ids = new Set<string>();
  for (const { which } of parts) {
    const found = await house.store.listRunIds({ ...filter, ...narrowed(filter, which) }, mostRuns);
    for (const id of found) ids.add(id);
  }
  const act: BulkAct = {
    id: randomBytes(8).toString('hex'),
    ...{ verb, label: bulkVerbs[verb].label },
    ...{ total: Math.min(ids.size, mostRuns), done: 0, refusals: [], refused: 0, is_stopped: false },
    started_at: house.clock.at(),
    ended_at: null,
  };
  const kept = { person, act, finished: work(house, act, [...ids].slice(0, mostRuns), actor) };
  keep(house, kept);
  return kept;
}

/** Those that ended first are forgotten first. */
function keep({ bulkActs }: Needs<'bulkActs'>, kept: KeptBulkAct): void {
  bulkActs.set(kept.act.id, kept);
  for (const [id, { act }] of bulkActs) if (bulkActs.size > mostKept && act.ended_at !== null) bulkActs.delete(id);
}

async function work(house: Console, act: BulkAct, ids: string[], actor: Actor): Promise<void> {
  const left = ids.values();
  const verb = bulkVerbs[act.verb];
  const lane = async () => {
    for (const runId of left) {
      if (act.is_stopped) return;
      // Whoever may it no longer is asked about no run more.
      const person = await readPerson(house, personOf(actor).id);
      const asked = { ...actor, person };
      if (!may(asked, verb.may)) act.is_stopped = true;
      if (act.is_stopped) return;
      await verb.act(house, { runId, actor: asked }).catch((error) => refuse(act, runId, error));
      act.done += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  act.ended_at = house.clock.at();
}

function refuse(act: BulkAct, run: string, error: unknown): void {
  const isTold = error instanceof AppError && error.kind !== 'bug';
  if (!isTold) console.error(`${act.verb} of run ${run}, one of many: ${messageOf(error)}`);
  // A console that stops does nothing more of it.
  if (error instanceof AppError && error.code === 'unavailable') act.is_stopped = true;
  act.refused += 1;
  const message = isTold ? error.message : 'Something went wrong in the console; its log says what.';
  if (act.refusals.length < mostRefusals) act.refusals.push({ run, message });
}

export function readBulk(house: Needs<'bulkActs'>, id: string, actor: Actor): BulkAct {
  const kept = house.bulkActs.get(id);
  if (kept && kept.person === actor.person?.id) return kept.act;
  throw new AppError('not_found', 'There is no such act, or the console was started again since.');
}

/** What is being done at this moment is finished; nothing more is begun. */
export function stopBulk(house: Needs<'bulkActs'>, id: string, actor: Actor): BulkAct {
  const act = readBulk(house, id, actor);
  if (act.ended_at === null) act.is_stopped = true;
  return act;
}
