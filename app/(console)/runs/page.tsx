import { Play } from 'lucide-react';
import type { Metadata } from 'next';
import type { Console } from '#lib/console/console.ts';
import { AppError } from '#lib/errors.ts';
import { enterPage } from '#lib/http/enter-page.ts';
import { paths } from '#lib/paths.ts';
import type { Actor } from '#lib/people/actor.ts';
import { countRuns, listRuns } from '#lib/runs/list-runs.ts';
import { listWorkflows } from '#lib/runs/read-workflows.ts';
import { buttonsFor } from '#lib/runs/verbs.ts';
import { isFiltered, readRunListFilter, runListQuery } from '../../_client/run-list-filter.ts';
import { PageHeader } from '../../_components/page-header.tsx';
import { LiveBadge } from '../../_components/shell/live-badge.tsx';
import { PaletteButton } from '../../_components/shell/palette-button.tsx';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { NoRuns } from './no-runs.tsx';
import { RunCount } from './run-count.tsx';
import { RunFilter } from './run-filter.tsx';
import { RunTable } from './run-table.tsx';

export const metadata: Metadata = { title: 'Runs' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** An address with a cursor that no list gave out shows the first page. */
async function readList(house: Console, filter: Parameters<typeof listRuns>[1], actor: Actor) {
  try {
    return await listRuns(house, filter, actor);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_request') throw error;
    return listRuns(house, { ...filter, cursor: undefined }, actor);
  }
}

export default async function RunsPage({ searchParams }: Props) {
  const { house, actor } = await enterPage('see');
  const filter = readRunListFilter(await searchParams);
  const [initial, counts, workflows] = await Promise.all([
    readList(house, { ...filter, status: filter.status && [filter.status] }, actor),
    countRuns(house, actor),
    listWorkflows(house, actor),
  ]);
  return (
    <>
      <PageHeader
        heading="Runs"
        actions={
          <>
            <PaletteButton />
            <ButtonLink href={paths.workflows()} variant="primary">
              <Play aria-hidden />
              Start a run
            </ButtonLink>
          </>
        }
      >
        <LiveBadge />
      </PageHeader>
      <RunFilter filter={filter} workflows={workflows}>
        <RunCount
          filter={filter}
          initial={initial}
          total={Object.values(counts).reduce((sum, count) => sum + count, 0)}
        />
      </RunFilter>
      <RunTable key={runListQuery(filter)} filter={filter} initial={initial} buttons={buttonsFor(actor)}>
        <NoRuns isFiltered={isFiltered(filter)} workflows={workflows} />
      </RunTable>
    </>
  );
}
