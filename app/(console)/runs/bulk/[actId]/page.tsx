import type { Metadata } from 'next';
import { PageHeader } from '#app/_components/page-header.tsx';
import { AppError } from '#lib/errors.ts';
import { enterPage } from '#lib/http/enter-page.ts';
import { paths } from '#lib/paths.ts';
import { readBulk } from '#lib/runs/bulk/bulk-act.ts';
import ConsoleNotFound from '../../../not-found.tsx';
import { BulkProgress } from './bulk-progress.tsx';

export const metadata: Metadata = { title: 'Many runs' };

type Props = { params: Promise<{ actId: string }>; searchParams: Promise<{ list?: string | string[] }> };

function readable(read: () => ReturnType<typeof readBulk>) {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

/** How far it is, run by run, and what was refused. */
export default async function BulkActPage({ params, searchParams }: Props) {
  const { house, actor } = await enterPage('see');
  const { actId } = await params;
  const list = [(await searchParams).list].flat()[0] ?? '';
  const act = readable(() => readBulk(house, actId, actor));
  if (!act) return <ConsoleNotFound />;
  return (
    <>
      <PageHeader parent={{ href: paths.runsOf(list), label: 'Runs' }} heading={`${act.label} many runs`} />
      <BulkProgress initial={act} list={list} />
    </>
  );
}
