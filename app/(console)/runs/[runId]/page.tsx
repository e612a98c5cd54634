import type { Metadata } from 'next';
import { cache } from 'react';
import { shortId } from '#app/_components/short-id.ts';
import { lookOf } from '#app/_components/status.tsx';
import type { Console } from '#lib/console/console.ts';
import { AppError } from '#lib/errors.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { enterPage } from '#lib/http/enter-page.ts';
import type { Actor } from '#lib/people/actor.ts';
import { readRunHead, readRunPage } from '#lib/runs/read-run.ts';
import { buttonsFor } from '#lib/runs/verbs.ts';
import type { RunPage } from '#lib/runs/views.ts';
import ConsoleNotFound from '../../not-found.tsx';
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

export default async function RunRoute(props: Props) {
  const { house, actor } = await enterPage('see');
  const page = await openPage({ house, actor }, props);
  // Not by notFound(): what Next draws then needs scripts to be seen.
  if (!page) return <ConsoleNotFound />;
  return <RunScreen key={`${page.run.id} ${page.run.state.text}`} page={page} buttons={buttonsFor(actor)} />;
}
