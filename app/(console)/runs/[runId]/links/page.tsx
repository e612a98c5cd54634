import type { Metadata } from 'next';
import { PageHeader } from '#app/_components/page-header.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import type { Console } from '#lib/console/console.ts';
import { AppError } from '#lib/errors.ts';
import { enterPage } from '#lib/http/enter-page.ts';
import { paths } from '#lib/paths.ts';
import { listGateLinks } from '#lib/people/gate-links.ts';
import { sendsMail } from '#lib/runs/notify/send-gate-link.ts';
import { readRunHead } from '#lib/runs/read-run.ts';
import ConsoleNotFound from '../../../not-found.tsx';
import { LinksForm } from './links-form.tsx';

type Props = {
  params: Promise<{ runId: string }>;
  searchParams: Promise<{ gate?: string | string[]; cursor?: string | string[] }>;
};

export const metadata: Metadata = { title: 'Links to a gate' };

async function readLinks(house: Console, runId: string, gateId: string, cursor: string | undefined) {
  try {
    return await listGateLinks(house, { runId, gateId, cursor });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

/** The share dialog as a page, for browsers without scripts. */
export default async function LinksPage({ params, searchParams }: Props) {
  const { house, actor } = await enterPage('share_gate');
  const { runId } = await params;
  const { gate, cursor: given } = await searchParams;
  const [gateId = '', cursor] = [[gate].flat()[0], [given].flat()[0]];
  const [run, page] = await Promise.all([readRunHead(house, runId, actor), readLinks(house, runId, gateId, cursor)]);
  if (!run || !page) return <ConsoleNotFound />;
  return (
    <>
      <PageHeader parent={{ href: paths.run(runId), label: run.name }} heading="Links to this gate" />
      <div className="max-w-[560px] p-5 phone:p-4">
        <LinksForm runId={runId} gateId={gateId} links={page.links} sendsMail={sendsMail(house)} />
        {(cursor || page.next) && (
          <nav aria-label="Pages" className="mt-4 flex gap-2">
            {cursor && <ButtonLink href={paths.links(runId, gateId)}>Newest links</ButtonLink>}
            {page.next && <ButtonLink href={paths.links(runId, gateId, page.next)}>Older links</ButtonLink>}
          </nav>
        )}
      </div>
    </>
  );
}
