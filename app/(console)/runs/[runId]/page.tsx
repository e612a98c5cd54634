import type { Metadata } from 'next';
import { cache } from 'react';
import { PageHeader } from '#app/_components/page-header.tsx';
import { shortId } from '#app/_components/short-id.ts';
import { lookOf } from '#app/_components/status.tsx';
import type { Console } from '#lib/console/console.ts';
import { AppError } from '#lib/errors.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { enterPage } from '#lib/http/enter-page.ts';
import { paths } from '#lib/paths.ts';
import type { Actor } from '#lib/people/actor.ts';
import { readAskedGates } from '#lib/runs/gates/asked-gates.ts';
import { readNeighbours } from '#lib/runs/lists/neighbours.ts';
import { readRunHead, readRunPage } from '#lib/runs/read-run.ts';
import { buttonsFor } from '#lib/runs/verbs.ts';
import type { GateView, RunPage } from '#lib/runs/views.ts';
import { findNode } from '#lib/workflow/graph.ts';
import ConsoleNotFound from '../../not-found.tsx';
import { viewerOf } from '../../viewer-of.ts';
import { type Query, readRunListFilter, runsAsked } from '../read-filter.ts';
import { RunNeighbours } from './_components/around/run-neighbours.tsx';
import { GateMessage, type GateMessages } from './_components/gate/gate-message.tsx';
import { AskedGates } from './_components/lazy-panels.ts';
import { placeOf } from './_components/run-place.ts';
import { RunScreen } from './_components/run-screen.tsx';

type Props = { params: Promise<{ runId: string }>; searchParams: Promise<Query> };

/** The title and the page ask for the same run; it is read once. */
const readPage = cache(
  async (
    house: Console,
    runId: string,
    node: string | null,
    visit: number | null,
    at: number | null,
    window: string | null,
    artifact: string | null,
  ): Promise<RunPage | null> => {
    try {
      return await readRunPage(house, runId, { node, visit, at, window, artifact });
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }
  },
);

async function openPage(
  { house, actor }: { house: Console; actor: Actor },
  { params, searchParams }: Props,
): Promise<RunPage | null> {
  const [{ runId }, query] = await Promise.all([params, searchParams]);
  if (!(await readRunHead(house, runId, actor))) return null;
  const { node, visit, at, window, artifact } = placeOf({ get: (name) => [query[name]].flat()[0] ?? null });
  return readPage(house, runId, node, visit, at, window, artifact);
}

/** The list that the reader came from, which the address tells. */
function askedBy({ list }: Query) {
  return runsAsked(readRunListFilter(Object.fromEntries(new URLSearchParams([list].flat()[0] ?? ''))));
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const run = (await openPage(await enterPage('see'), props))?.run;
  if (!run) return { title: 'Not found' };
  return { title: `${lookOf(run.status).label} · ${visibleText(run.name)} #${shortId(run.id)}` };
}

/** Drawn here, so that a page needs no script to read Markdown. */
function messagesOf(gates: GateView[], fallbackOf: (gate: GateView) => string): GateMessages {
  const open = gates.filter(({ status }) => status === 'open');
  return Object.fromEntries(
    open.map((gate) => [gate.id, <GateMessage key={gate.id} message={gate.message} fallback={fallbackOf(gate)} />]),
  );
}

/** Being asked suffices to see that gate, and to see no more. */
async function AskedOnly({ house, actor, runId }: { house: Console; actor: Actor; runId: string }) {
  const asked = await readAskedGates(house, runId, actor);
  if (!asked) return <ConsoleNotFound />;
  return (
    <>
      <PageHeader parent={{ href: paths.gates(), label: 'Gates' }} heading={visibleText(asked.name)} />
      <AskedGates
        gates={asked.gates}
        artifacts={asked.artifacts}
        messages={messagesOf(asked.gates, () => 'Your answer is needed')}
      />
    </>
  );
}

export default async function RunRoute(props: Props) {
  const { house, actor } = await enterPage('see');
  const page = await openPage({ house, actor }, props);
  // Not by notFound(): what Next draws then needs scripts to be seen.
  if (!page) return <AskedOnly house={house} actor={actor} runId={(await props.params).runId} />;
  const [viewer, neighbours] = await Promise.all([
    viewerOf(house, actor),
    readNeighbours(house, page.run.id, askedBy(await props.searchParams), actor),
  ]);
  return (
    <RunScreen
      key={`${page.run.id} ${page.run.state.text}`}
      page={page}
      buttons={buttonsFor(actor)}
      viewer={viewer}
      messages={messagesOf(page.run.gates, ({ node }) => visibleText(findNode(page.graph, node)?.name || node))}
      neighbours={<RunNeighbours neighbours={neighbours} />}
    />
  );
}
