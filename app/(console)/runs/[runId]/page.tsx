import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { shortId } from '#app/_components/short-id.ts';
import { lookOf } from '#app/_components/status.tsx';
import { AppError } from '#lib/errors.ts';
import { requirePagePrincipal } from '#lib/people/page-principal.ts';
import { readRunPage } from '#lib/runs/read-run.ts';
import type { RunPage } from '#lib/runs/views.ts';
import { RunScreen } from './_components/run-screen.tsx';

type Props = { params: Promise<{ runId: string }> };

/** The title and the page ask for the same run; it is read once. */
const readPage = cache(async (runId: string): Promise<RunPage> => {
  try {
    return await readRunPage(runId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await requirePagePrincipal();
  const { run } = await readPage((await params).runId);
  return { title: `${lookOf(run.status).label} · ${run.name} #${shortId(run.id)}` };
}

export default async function RunRoute({ params }: Props) {
  await requirePagePrincipal();
  const page = await readPage((await params).runId);
  return <RunScreen key={page.run.id} page={page} />;
}
