import type { Metadata } from 'next';
import { cache } from 'react';
import { shortId } from '#app/_components/short-id.ts';
import { lookOf } from '#app/_components/status.tsx';
import type { Console } from '#lib/console/console.ts';
import { AppError } from '#lib/errors.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { enterPage } from '#lib/http/enter-page.ts';
import { readRunPage } from '#lib/runs/read-run.ts';
import { buttonsFor } from '#lib/runs/verbs.ts';
import type { RunPage } from '#lib/runs/views.ts';
import ConsoleNotFound from '../../not-found.tsx';
import { RunScreen } from './_components/run-screen.tsx';

type Props = { params: Promise<{ runId: string }> };

/** The title and the page ask for the same run; it is read once. */
const readPage = cache(async (house: Console, runId: string): Promise<RunPage | null> => {
  try {
    return await readRunPage(house, runId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { house } = await enterPage('see');
  const run = (await readPage(house, (await params).runId))?.run;
  if (!run) return { title: 'Not found' };
  return { title: `${lookOf(run.status).label} · ${visibleText(run.name)} #${shortId(run.id)}` };
}

export default async function RunRoute({ params }: Props) {
  const { house, actor } = await enterPage('see');
  const page = await readPage(house, (await params).runId);
  // Not by notFound(): what Next draws then needs scripts to be seen.
  if (!page) return <ConsoleNotFound />;
  return <RunScreen key={page.run.id} page={page} buttons={buttonsFor(actor)} />;
}
