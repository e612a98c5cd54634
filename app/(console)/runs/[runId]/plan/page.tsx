import type { Metadata } from 'next';
import { rewindRequest } from '#app/_actions/rewind-request.ts';
import { PageHeader } from '#app/_components/page-header.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { currentConsole } from '#lib/console/current-console.ts';
import { AppError } from '#lib/errors.ts';
import { requirePagePrincipal } from '#lib/http/page-principal.ts';
import { paths } from '#lib/paths.ts';
import { planRun, type RewindRequest } from '#lib/runs/plan-run.ts';
import { readNames, readRunHead } from '#lib/runs/read-run.ts';
import ConsoleNotFound from '../../../not-found.tsx';
import { type Naming, namingOf } from '../_components/naming.ts';
import { GoBackForm } from './go-back-form.tsx';
import { PlanView } from './plan-view.tsx';

type Props = {
  params: Promise<{ runId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata: Metadata = { title: 'Going back' };

function headingOf(request: RewindRequest, naming: Naming): string {
  if (request.verb === 'rollback') return `Roll back to ${request.checkpoint}`;
  return request.verb === 'restart' ? `Restart from ${naming.node(request.node)}` : `Fork from event ${request.at}`;
}

function fieldsOf(request: RewindRequest): Record<string, string | number> {
  if (request.verb === 'rollback') return { checkpoint: request.checkpoint };
  return request.verb === 'restart' ? { node: request.node } : { at: request.at };
}

async function planned(request: () => RewindRequest) {
  try {
    const asked = request();
    return { request: asked, plan: await planRun(currentConsole(), asked), problem: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'bug') throw error;
    return { request: null, plan: null, problem: error.message };
  }
}

/** What going back would mean, before anything happens. */
export default async function PlanPage({ params, searchParams }: Props) {
  const { name: by } = await requirePagePrincipal();
  const { runId } = await params;
  const query = await searchParams;
  const run = await readRunHead(currentConsole(), runId);
  if (!run) return <ConsoleNotFound />;
  const { graph, gates } = await readNames(currentConsole(), runId);
  const naming = namingOf(graph, gates);
  const read = (name: string) => [query[name]].flat()[0];
  const { request, plan, problem } = await planned(() => rewindRequest({ runId, by }, read));
  return (
    <>
      <PageHeader
        parent={{ href: paths.run(runId), label: run.name }}
        heading={request ? headingOf(request, naming) : 'Going back'}
      />
      <div className="flex max-w-[760px] flex-col gap-4 p-5 phone:p-4">
        {request && plan ? (
          <>
            <PlanView verb={request.verb} plan={plan} naming={naming} />
            <GoBackForm runId={runId} verb={request.verb} fields={fieldsOf(request)} />
          </>
        ) : (
          <>
            <Callout variant="failed" role="alert">
              {problem}
            </Callout>
            <p>
              <ButtonLink href={paths.run(runId)}>Back to the run</ButtonLink>
            </p>
          </>
        )}
      </div>
    </>
  );
}
