import type { Metadata } from 'next';
import { cache } from 'react';
import { shortId } from '#app/_components/short-id.ts';
import { lookOf } from '#app/_components/status.tsx';
import { currentConsole } from '#lib/console/current-console.ts';
import { AppError } from '#lib/errors.ts';
import { requirePagePrincipal } from '#lib/http/page-principal.ts';
import { readRunPage } from '#lib/runs/read-run.ts';
import type { RunPage } from '#lib/runs/views.ts';
import ConsoleNotFound from '../../not-found.tsx';
import { RunScreen } from './_components/run-screen.tsx';

type Props = { params: Promise<{ runId: string }> };

/** The title and the page ask for the same run; it is read once. */
const readPage = cache(async (runId: string): Promise<RunPage | null> => {
  try {
    return await readRunPage(currentConsole(), runId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await requirePagePrincipal();
  const run = (await readPage((await params).runId))?.run;
  if (!run) return { title: 'Not found' };
  return { title: `${lookOf(run.status).label} · ${run.name} #${shortId(run.id)}` };
}

export default async function RunRoute({ params }: Props) {
  await requirePagePrincipal();
  const page = await readPage((await params).runId);
  // Not by notFound(): what Next draws then needs scripts to be seen.
  if (!page) return <ConsoleNotFound />;
  return <RunScreen key={page.run.id} page={page} />;
}
