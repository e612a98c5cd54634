'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useFormAction } from '#app/_client/use-form-action.ts';
import type { VerbButton } from '#lib/runs/views.ts';
import { runVerbForAllAction } from '../../_actions/run-verb.ts';
import { type RunList, runsQuery } from '../../_client/queries.ts';
import type { RunListFilter } from '../../_client/run-list-filter.ts';
import { useHeldRows } from '../../_client/use-held-rows.ts';
import { Button } from '../../_components/ui/button.tsx';
import { classNames } from '../../_components/ui/class-names.ts';
import { Table, TableHead, TableHeader } from '../../_components/ui/table.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { PageLinks } from './page-links.tsx';
import { clockColumn, nowColumn, progressColumn, RunRow, type RunRowVariant } from './run-row.tsx';

type Props = {
  filter: RunListFilter;
  initial: RunList;
  /** `workflow` is the short list of one workflow's newest runs; `page` shows everything, page by page. */
  variant?: RunRowVariant;
  /** What can be done with the chosen runs of a page. */
  buttons?: VerbButton[];
  /** Drawn when there is no run. */
  children: ReactNode;
};

const shortList = 8;

/** The live list of runs. The server draws it first; changes arrive without moving what the reader is looking at. */
export function RunTable({ filter, initial, variant = 'page', buttons = [], children }: Props) {
  const { data } = useQuery({ ...runsQuery(filter), initialData: initial });
  const latest = variant === 'page' ? data.runs : data.runs.slice(0, shortList);
  const body = useRef<HTMLTableSectionElement>(null);
  const [state, act, isPending] = useFormAction(runVerbForAllAction, { message: null });
  const { rows, gone, fresh, release } = useHeldRows(latest, body);
  if (rows.length === 0 && fresh === 0 && !filter.cursor) return children;
  return (
    <div className="@container relative">
      <div
        aria-live="polite"
        className="pointer-events-none sticky top-[calc(64px+var(--shell-top))] z-10 flex h-0 justify-center"
      >
        {fresh > 0 && (
          <Button
            variant="primary"
            size="sm"
            onClick={release}
            className="pointer-events-auto mt-1 animate-arrive rounded-full shadow-overlay"
          >
            <ArrowUp aria-hidden />
            {fresh === 1 ? '1 new run' : `${fresh} new runs`}
          </Button>
        )}
      </div>
      <form action={act} className="group/runs">
        <Table>
          <caption className="sr-only">Runs, newest first</caption>
          <TableHead>
            <tr>
              <TableHeader className="w-36">Status</TableHeader>
              <TableHeader>{variant === 'page' ? 'Workflow' : 'Run'}</TableHeader>
              <TableHeader className={classNames('w-1/5', nowColumn)}>Now</TableHeader>
              <TableHeader className={classNames('w-52 @max-6xl:w-28', progressColumn)}>Progress</TableHeader>
              <TableHeader className="w-32 @max-[90rem]:hidden">Waiting on</TableHeader>
              <TableHeader className={classNames('w-20', clockColumn(variant))}>Duration</TableHeader>
              <TableHeader className="w-44 @max-6xl:w-28">Started</TableHeader>
              <TableHeader className="w-24">
                <span className="sr-only">Action</span>
              </TableHeader>
            </tr>
          </TableHead>
          <tbody ref={body} className="phone:block">
            {rows.map((run) => (
              <RunRow key={run.id} run={run} variant={variant} isGone={gone.has(run.id)} />
            ))}
          </tbody>
        </Table>
        {variant === 'page' && (
          <BulkBar
            buttons={buttons}
            isArchive={filter.archived === true}
            isPending={isPending}
            message={state.message}
          />
        )}
      </form>
      <PageLinks filter={filter} next={data.next} variant={variant} />
    </div>
  );
}
