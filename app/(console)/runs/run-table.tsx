'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { paths } from '#lib/paths.ts';
import type { BulkButton, RunSummary } from '#lib/runs/views.ts';
import { type RunList, runsQuery } from '../../_client/queries.ts';
import { listOf, type RunListFilter } from '../../_client/run-list-filter.ts';
import { useHeldRows } from '../../_client/use-held-rows.ts';
import { Button } from '../../_components/ui/button.tsx';
import { Table } from '../../_components/ui/table.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ChooseOnPhone } from './choose-on-phone.tsx';
import { PageLinks } from './page-links.tsx';
import { inputColumns, type RunColumn, usualColumns } from './run-columns.ts';
import { RunHeads } from './run-heads.tsx';
import { RunRow, type RunRowVariant } from './run-row.tsx';

type Props = {
  filter: RunListFilter;
  initial: RunList;
  columns?: RunColumn[];
  /** `workflow` is the short list of one workflow's newest runs; `page` shows everything, page by page. */
  variant?: RunRowVariant;
  /** How many runs fit the filter, and what can be done with the chosen ones. */
  bulk?: { total: number; buttons: BulkButton[] };
  /** Drawn when there is no run. */
  children: ReactNode;
};

const shortList = 8;

const pageBoxesOf = (form: HTMLFormElement) => form.querySelectorAll<HTMLInputElement>('[data-page]');
const boxesOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('tbody input[name="run"]')];

/** Two runs of one workflow can be compared, the newer one with the older one. */
function compareHrefOf(rows: RunSummary[], chosen: string[]): string | null {
  const [newer, older, ...others] = rows.filter(({ id }) => chosen.includes(id));
  if (!newer || !older || others.length > 0 || newer.workflow !== older.workflow) return null;
  return paths.compare(newer.id, { with: older.id });
}

/** The live list of runs. The server draws it first; changes arrive without moving what the reader is looking at. */
export function RunTable({ filter, initial, columns = usualColumns, variant = 'page', bulk, children }: Props) {
  const { data } = useQuery({ ...runsQuery(filter, { inputs: inputColumns(columns) }), initialData: initial });
  const latest = variant === 'page' ? data.runs : data.runs.slice(0, shortList);
  const body = useRef<HTMLTableSectionElement>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const { rows, gone, fresh, release } = useHeldRows(latest, body);
  const list = listOf(filter);
  const isTickable = bulk !== undefined && bulk.buttons.length > 0;
  if (rows.length === 0 && fresh === 0 && !filter.cursor) return children;

  const onChange = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const boxes = boxesOf(currentTarget);
    const isWholePage = target instanceof HTMLInputElement && target.dataset.page !== undefined;
    // Whoever has done with choosing has chosen nothing.
    const isDone = target instanceof HTMLInputElement && target.dataset.choosing !== undefined && !target.checked;
    if (isWholePage || isDone)
      for (const box of [...boxes, ...pageBoxesOf(currentTarget)]) box.checked = target.checked;
    setChosen(boxes.flatMap(({ checked, value }) => (checked ? [value] : [])));
  };
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
      <form action={paths.bulk()} onChange={onChange} className="group/runs">
        <input type="hidden" name="list" value={list} />
        {isTickable && <ChooseOnPhone />}
        <Table>
          <caption className="sr-only">Runs, newest first</caption>
          <RunHeads columns={columns} variant={variant} isTickable={isTickable} />
          <tbody ref={body} className="phone:block">
            {rows.map((run) => (
              <RunRow
                key={run.id}
                run={run}
                list={list}
                columns={columns}
                variant={variant}
                isGone={gone.has(run.id)}
                isTickable={isTickable}
              />
            ))}
          </tbody>
        </Table>
        {isTickable && (
          <BulkBar
            buttons={bulk.buttons}
            chosen={chosen.length}
            total={bulk.total}
            compareHref={compareHrefOf(rows, chosen)}
          />
        )}
      </form>
      <PageLinks filter={filter} next={data.next} variant={variant} />
    </div>
  );
}
