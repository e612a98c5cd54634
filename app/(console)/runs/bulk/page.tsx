import type { Metadata } from 'next';
import { PageHeader } from '#app/_components/page-header.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { AppError } from '#lib/errors.ts';
import { enterPage } from '#lib/http/enter-page.ts';
import { paths } from '#lib/paths.ts';
import { type BulkRequest, planBulk } from '#lib/runs/bulk/bulk-act.ts';
import { bulkVerbNames } from '#lib/runs/bulk/bulk-verbs.ts';
import type { Query } from '../read-filter.ts';
import { BulkForm } from './bulk-form.tsx';
import { BulkPlanView } from './bulk-plan-view.tsx';
import { chosenRuns } from './chosen-runs.ts';

export const metadata: Metadata = { title: 'Many runs' };

const mostTicked = 200;

async function planned(
  request: Omit<BulkRequest, 'verb'>,
  said: string | undefined,
  house: Parameters<typeof planBulk>[0],
) {
  try {
    const verb = bulkVerbNames.find((known) => known === said);
    if (!verb) throw new AppError('bad_request', 'Choose runs in the list, and then what to do with them.');
    return { plan: await planBulk(house, { ...request, verb }), problem: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'bug') throw error;
    return { plan: null, problem: error.message };
  }
}

/** What would happen to the chosen runs, in counts, before anything does. */
export default async function BulkPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { house, actor } = await enterPage('see');
  const query = await searchParams;
  const one = (name: string) => [query[name]].flat()[0] ?? '';
  const isAll = one('all') === '1';
  const runs = isAll
    ? []
    : [query.run]
        .flat()
        .filter((id) => id !== undefined)
        .slice(0, mostTicked);
  const list = one('list');
  const { plan, problem } = await planned({ which: chosenRuns({ runs, isAll, list }), actor }, one('verb'), house);
  return (
    <>
      <PageHeader
        parent={{ href: paths.runsOf(list), label: 'Runs' }}
        heading={plan ? `${plan.label} many runs` : 'Many runs'}
      />
      <div className="flex max-w-[640px] flex-col gap-4 p-5 phone:p-4">
        {plan ? (
          <>
            <BulkPlanView plan={plan} isAll={isAll} />
            <BulkForm plan={plan} runs={runs} isAll={isAll} list={list} />
          </>
        ) : (
          <>
            <Callout variant="failed" role="alert">
              {problem}
            </Callout>
            <p>
              <ButtonLink href={paths.runsOf(list)}>Back to the list</ButtonLink>
            </p>
          </>
        )}
      </div>
    </>
  );
}
