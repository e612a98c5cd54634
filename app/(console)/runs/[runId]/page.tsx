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
import { listPeople } from '#lib/people/accounts/people.ts';
import type { Actor } from '#lib/people/actor.ts';
import { may } from '#lib/people/may.ts';
import { readAskedGates } from '#lib/runs/gates/asked-gates.ts';
import { readRunHead, readRunPage } from '#lib/runs/read-run.ts';
import { buttonsFor } from '#lib/runs/verbs.ts';
import type { RunPage } from '#lib/runs/views.ts';
import ConsoleNotFound from '../../not-found.tsx';
import { AskedGates } from './_components/gate/asked-gates.tsx';
import type { Viewer } from './_components/gate/gate-holder.tsx';
import { placeOf } from './_components/run-place.ts';
import { RunScreen } from './_components/run-screen.tsx';

type Query = Record<string, string | string[] | undefined>;
type Props = { params: Promise<{ runId: string }>; searchParams: Promise<Query> };

/** The title and the page ask for the same run; it is read once. */
const readPage = cache(
  async (
    house: Console,
    runId: string,
    node: string | null,
    visit: number | null,
    at: number | null,
  ): Promise<RunPage | null> => {
    try {
      return await readRunPage(house, runId, { node, visit, at });
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
  const { node, visit, at } = placeOf({ get: (name) => [query[name]].flat()[0] ?? null });
  return readPage(house, runId, node, visit, at);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const run = (await openPage(await enterPage('see'), props))?.run;
  if (!run) return { title: 'Not found' };
  return { title: `${lookOf(run.status).label} · ${visibleText(run.name)} #${shortId(run.id)}` };
}

/** What the gates of the page need to know of who looks at them. */
async function viewerOf(house: Console, actor: Actor): Promise<Viewer> {
  const people = (await listPeople(house)).filter(({ closed_at }) => closed_at === null);
  return {
    person: actor.person?.id ?? '',
    canOverride: may(actor, 'override_gate'),
    people: people.map(({ id, name }) => ({ id, name })),
  };
}

/** Being asked suffices to see that gate, and to see no more. */
async function AskedOnly({ house, actor, runId }: { house: Console; actor: Actor; runId: string }) {
  const asked = await readAskedGates(house, runId, actor);
  if (!asked) return <ConsoleNotFound />;
  return (
    <>
      <PageHeader parent={{ href: paths.gates(), label: 'Gates' }} heading={visibleText(asked.name)} />
      <AskedGates gates={asked.gates} artifacts={asked.artifacts} />
    </>
  );
}

export default async function RunRoute(props: Props) {
  const { house, actor } = await enterPage('see');
  const page = await openPage({ house, actor }, props);
  // Not by notFound(): what Next draws then needs scripts to be seen.
  if (!page) return <AskedOnly house={house} actor={actor} runId={(await props.params).runId} />;
  return (
    <RunScreen
      key={`${page.run.id} ${page.run.state.text}`}
      page={page}
      buttons={buttonsFor(actor)}
      viewer={await viewerOf(house, actor)}
    />
  );
}
