// One run as the API and the run page show it. Reading costs the snapshot and what came after, never the whole history.
import type { Needs } from '../console/console.ts';
import type { PastMoment } from '../engine/view/past-view.ts';
import { mergeArtifacts } from '../engine/view/run-view.ts';
import { windowOf } from '../engine/view/time/time-window.ts';
import { missingRange } from '../engine/view/visit-range.ts';
import { AppError } from '../errors.ts';
import { seesRun } from '../people/access.ts';
import type { Actor } from '../people/actor.ts';
import type { ArtifactRecord } from '../store/contract/artifacts.ts';
import type { RunRecord } from '../store/contract/runs.ts';
import type { Graph } from '../workflow/graph.ts';
import { summaryOf } from './list-runs.ts';
import { readEvents } from './read-events.ts';
import { readHistory } from './read-history.ts';
import { readableGraph } from './readable-graph.ts';
import type { ArtifactView, GateView, RunDetail, RunPage } from './views.ts';
import { graphOf } from './work/graph-of.ts';
import { stateAt } from './work/live-run.ts';

const newestEvents = 300;
const mostGates = 200;
const firstArtifacts = 100;
const mostArtifacts = 1000;

async function recordOf(house: Needs<'store'>, runId: string): Promise<RunRecord> {
  const record = await house.store.readRun(runId);
  if (!record) throw new AppError('not_found', `There is no run "${runId}"`);
  return record;
}

export async function readRunHead(
  house: Needs<'store'>,
  runId: string,
  actor: Actor,
): Promise<Pick<RunRecord, 'id' | 'name' | 'inputs'> | null> {
  const run = await house.store.readRun(runId);
  return run && seesRun(actor, run) ? run : null;
}

/** The newest, and before them those that are still open: what asks is never hidden by what was answered since. */
async function gatesOf(house: Needs<'store'>, run: string): Promise<GateView[]> {
  const [newest, open] = await Promise.all([
    house.store.listGates({ run, limit: mostGates }),
    house.store.listGates({ run, status: 'open', limit: mostGates }),
  ]);
  const known = new Set(newest.map(({ id }) => id));
  return [...newest, ...open.filter(({ id }) => !known.has(id))];
}

/** What people read instead of ids: the names of nodes, the labels of options. */
export async function readNames(
  house: Needs<'store' | 'workflows'>,
  runId: string,
): Promise<{ graph: Graph; gates: GateView[] }> {
  const { versionId } = await recordOf(house, runId);
  const [graph, gates] = await Promise.all([graphOf(house, versionId), gatesOf(house, runId)]);
  return { graph, gates };
}

export async function readRun(house: Needs<'store' | 'workflows'>, runId: string): Promise<RunDetail> {
  const record = await recordOf(house, runId);
  // As of the row: what the two say together must be of one moment, however fast the run goes on meanwhile.
  const [state, gates] = await Promise.all([stateAt(house, runId, record.seq), gatesOf(house, runId)]);
  if (!state) throw new AppError('not_found', `There is no run "${runId}"`);
  const { started_at, ended_at, seq, nodes, warnings, inputs } = state;
  const summary = await summaryOf(house, record);
  return {
    ...summary,
    status: state.status === 'running' && record.status === 'running' ? summary.status : state.status,
    started_at,
    ended_at,
    seq,
    nodes,
    gates,
    state,
    warnings,
    inputs,
  };
}

/** In the order in which they were announced, page by page. */
export async function listArtifacts(
  house: Needs<'store'>,
  runId: string,
  { limit = mostArtifacts, ...page }: { limit?: number; cursor?: string } = {},
): Promise<{ artifacts: ArtifactView[]; next: string | null }> {
  await recordOf(house, runId);
  const { artifacts, next } = await house.store.pageOfArtifacts(runId, { ...page, limit });
  return { artifacts: artifacts.map(viewOfArtifact), next };
}

/** Those that gates show, and `others`. */
export async function shownArtifacts(
  { store }: Needs<'store'>,
  runId: string,
  gates: readonly Pick<GateView, 'show'>[],
  others: readonly string[] = [],
): Promise<ArtifactView[]> {
  const shown = gates.flatMap(({ show }) => show.flatMap(({ artifact }) => artifact ?? []));
  return (await store.readArtifacts(runId, [...shown, ...others])).map(viewOfArtifact);
}

function viewOfArtifact({ run: _run, file: _file, ...artifact }: ArtifactRecord): ArtifactView {
  return artifact;
}

/** What the page begins with: the first, the one that the address names, and what is shown to whom is asked. */
async function artifactsOfPage(house: Needs<'store'>, { id, seq, gates }: RunDetail, named: string | null) {
  const open = gates.filter(({ status }) => status === 'open');
  const [{ artifacts: first, next }, shown, count] = await Promise.all([
    listArtifacts(house, id, { limit: firstArtifacts }),
    shownArtifacts(house, id, open, named === null ? [] : [named]),
    house.store.countArtifacts(id, seq),
  ]);
  const artifacts = mergeArtifacts(first, shown).filter((artifact) => artifact.seq <= seq);
  return { artifacts, nextArtifact: next, artifactCount: count };
}

const nowhere = { node: null, visit: null, at: null, window: null, artifact: null };

/** `place` is what of it is looked at. */
export async function readRunPage(
  house: Needs<'store' | 'workflows' | 'histories' | 'clock'>,
  runId: string,
  place: {
    node: string | null;
    visit: number | null;
    at: number | null;
    window: string | null;
    artifact: string | null;
  } = nowhere,
): Promise<RunPage> {
  const store = house.store;
  const record = await recordOf(house, runId);
  const [run, graph] = await Promise.all([readRun(house, runId), graphOf(house, record.versionId)]);
  const before = run.seq + 1;
  const [events, history, artifacts] = await Promise.all([
    store.readEvents(runId, { before, limit: newestEvents, newest: true }),
    readHistory(house, runId, run.seq, windowOf(place.window)),
    artifactsOfPage(house, run, place.artifact),
  ]);
  const missing = missingRange({ state: run.state, timeline: history.timeline, events }, place.node, place.visit);
  const { events: older, next } = missing ? await readEvents(house, runId, missing) : { events: [], next: null };
  const isPast = place.at !== null && place.at < run.seq;
  const moment = isPast ? await readMoment(house, runId, place.at as number) : null;
  return {
    run,
    graph: readableGraph(graph),
    events,
    history,
    earlier: { events: older, isWhole: next === null },
    moment,
    ...artifacts,
  };
}

async function readMoment(house: Needs<'store'>, runId: string, at: number): Promise<PastMoment | null> {
  const [before, state, [event]] = await Promise.all([
    at === 1 ? null : stateAt(house, runId, at - 1),
    stateAt(house, runId, at),
    house.store.readEvents(runId, { after: at - 1, limit: 1 }),
  ]);
  return state && event ? { event, before, state } : null;
}
