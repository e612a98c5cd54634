import { FileArchive, Play } from 'lucide-react';
import type { Metadata } from 'next';
import type { Console } from '#lib/console/console.ts';
import { AppError } from '#lib/errors.ts';
import { enterPage } from '#lib/http/enter-page.ts';
import { paths } from '#lib/paths.ts';
import type { Actor } from '#lib/people/actor.ts';
import { may } from '#lib/people/may.ts';
import { bulkButtonsFor } from '#lib/runs/bulk/bulk-verbs.ts';
import { countRuns, listRuns } from '#lib/runs/list-runs.ts';
import { readFigures } from '#lib/runs/lists/figures.ts';
import { listViews } from '#lib/runs/lists/saved-views.ts';
import { listWorkflows } from '#lib/runs/read-workflows.ts';
import { readChosenColumns, readPreferences } from '../../_actions/preferences.ts';
import type { RunList } from '../../_client/queries.ts';
import { isFiltered, type RunListFilter, runListQuery } from '../../_client/run-list-filter.ts';
import { PageHeader } from '../../_components/page-header.tsx';
import { LiveBadge } from '../../_components/shell/live-badge.tsx';
import { PaletteButton } from '../../_components/shell/palette-button.tsx';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { DropBundle } from './drop-bundle.tsx';
import { FigureStrip } from './figure-strip.tsx';
import { FiguresButton } from './figures-button.tsx';
import { NoRuns } from './no-runs.tsx';
import { chosenTime, type Query, readRunListFilter, runsAsked } from './read-filter.ts';
import { inputColumns, type RunColumn, runColumns } from './run-columns.ts';
import { RunCount } from './run-count.tsx';
import { RunFilter } from './run-filter.tsx';
import { RunTable } from './run-table.tsx';
import { ViewBar } from './view-bar.tsx';

export const metadata: Metadata = { title: 'Runs' };

type Props = { searchParams: Promise<Query> };

/** An address with a cursor that no list gave out shows the first page. */
async function readList(house: Console, filter: RunListFilter, columns: RunColumn[], actor: Actor) {
  const asked = { ...runsAsked(filter), inputs: inputColumns(columns) };
  try {
    return await listRuns(house, asked, actor);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_request') throw error;
    return listRuns(house, { ...asked, cursor: undefined }, actor);
  }
}

/** What the first page has all of need not be looked for a second time. */
async function countAll(house: Console, filter: RunListFilter, { runs, next }: RunList, actor: Actor): Promise<number> {
  if (!filter.cursor && next === null) return runs.length;
  const counts = await countRuns(house, runsAsked(filter), actor);
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export default async function RunsPage({ searchParams }: Props) {
  const { house, actor } = await enterPage('see');
  const query = await searchParams;
  const filter = readRunListFilter(query);
  const [preferences, remembered] = await Promise.all([readPreferences(), readChosenColumns()]);
  const columns = runColumns(filter.columns ?? remembered);
  const initial = await readList(house, filter, columns, actor);
  const [total, workflows, starters, views, figures] = await Promise.all([
    countAll(house, filter, initial, actor),
    listWorkflows(house, actor),
    house.store.listStarters(),
    listViews(house, actor),
    preferences.figures === 'shown' ? readFigures(house, actor) : null,
  ]);
  const inputNames = await house.store.listInputNames(initial.runs.map(({ id }) => id));
  return (
    <>
      <PageHeader
        heading="Runs"
        actions={
          <>
            <FiguresButton figures={preferences.figures} />
            <PaletteButton />
            <ButtonLink href={paths.bundles()} className="phone:hidden">
              <FileArchive aria-hidden />
              <span className="max-lg:sr-only">Open a bundle</span>
            </ButtonLink>
            <ButtonLink href={paths.workflows()} variant="primary">
              <Play aria-hidden />
              Start a run
            </ButtonLink>
          </>
        }
      >
        <LiveBadge />
      </PageHeader>
      <DropBundle />
      {figures && <FigureStrip initial={figures} />}
      <ViewBar
        filter={filter}
        columns={columns}
        views={views}
        inputNames={inputNames}
        canSave={may(actor, 'own_account')}
      />
      <RunFilter
        filter={filter}
        time={chosenTime(filter, query)}
        workflows={workflows}
        starters={starters}
        me={actor.name}
        inputNames={inputNames}
      >
        <RunCount filter={filter} columns={columns} initial={initial} total={total} />
      </RunFilter>
      <RunTable
        key={runListQuery({ ...filter, columns })}
        filter={filter}
        initial={initial}
        columns={columns}
        bulk={{ total, buttons: bulkButtonsFor(actor, filter.archived === true) }}
      >
        <NoRuns isFiltered={isFiltered(filter)} workflows={workflows} />
      </RunTable>
    </>
  );
}
