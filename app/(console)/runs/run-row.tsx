import Link from 'next/link';
import { isTerminal } from '#lib/engine/state.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { RunSummary } from '#lib/runs/views.ts';
import { PersonMark } from '../../_components/person-mark.tsx';
import { RunParent } from '../../_components/run-parent.tsx';
import { shortId } from '../../_components/short-id.ts';
import { lookOf, StatusPill } from '../../_components/status.tsx';
import { Duration, RelativeTime } from '../../_components/time.tsx';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { classNames } from '../../_components/ui/class-names.ts';
import { Progress } from '../../_components/ui/progress.tsx';
import { TableCell, TableRow } from '../../_components/ui/table.tsx';
import { moreValue } from './more-cell.tsx';
import { columnLabel, foldOf, moreColumns, type RunColumn } from './run-columns.ts';

export type RunRowVariant = 'page' | 'workflow';

/** Between a phone and a desk the name needs the room: where the run stands is a second line under it. */
export const nowColumn = '@max-4xl:hidden phone:block';
const nowLine = 'hidden @max-4xl:block phone:hidden';
/** Still narrower, how far it is stands there too. */
export const progressColumn = '@max-2xl:hidden phone:block';
const progressWords = 'hidden @max-2xl:inline';

export function clockColumn(variant: RunRowVariant): string {
  return variant === 'page' ? '@max-4xl:hidden phone:block' : '@max-3xl:hidden phone:block';
}

/** What a wide list has room for, unless its reader's columns take that. */
const wideOnly = (more: number) => (more > 0 ? 'hidden' : '@max-6xl:hidden');

/** On a phone a row is a card: name and clock, status and place, progress and start, and the button across. */
const card =
  'phone:grid phone:grid-cols-[auto_minmax(0,1fr)_auto] phone:items-center phone:gap-x-2.5 phone:gap-y-2 phone:px-4 phone:py-3.5';

/** There, only while runs are being chosen, and large enough for a thumb. */
const chosenOnPhone =
  'phone:hidden phone:size-6 phone:after:absolute phone:after:-inset-2.5 phone:group-has-[[data-choosing]:checked]/runs:inline-grid';

type Props = {
  run: RunSummary;
  /** The filter of this list. */
  list: string;
  columns: readonly RunColumn[];
  variant: RunRowVariant;
  isGone: boolean;
  /** Whether it can be ticked. */
  isTickable: boolean;
};

/** One run. The whole of it leads to the run's page. */
export function RunRow({ run, list, columns, variant, isGone, isTickable }: Props) {
  const { done, total } = run.progress;
  const name = visibleText(run.name);
  const has = (column: RunColumn) => columns.includes(column);
  const more = moreColumns(columns);
  const fold = foldOf(columns);
  const id = <span className="font-mono font-normal text-faint text-xs">#{shortId(run.id)}</span>;
  return (
    <TableRow className={classNames(card, isGone && 'opacity-55')}>
      <TableCell className="phone:order-3">
        <span className="flex items-center gap-2.5">
          {isTickable && (
            <input
              type="checkbox"
              name="run"
              value={run.id}
              aria-label={`Choose ${name} #${shortId(run.id)}`}
              className={classNames('relative z-[1] tick-box size-4 shrink-0', chosenOnPhone)}
            />
          )}
          <StatusPill status={run.status} hasFailedChecks={run.checks_failed} />
        </span>
      </TableCell>
      <TableCell className="truncate py-1 phone:order-1 phone:col-span-2 phone:py-0">
        <Link
          href={paths.runOfList(run.id, list)}
          prefetch={false}
          className="font-semibold -outline-offset-2 after:absolute after:inset-0 phone:text-[15px]"
        >
          {variant === 'page' && name} {id}
        </Link>
        <span className={classNames('truncate text-xs', nowLine)}>
          {has('progress') && (
            <span className={classNames('text-mute tabular-nums', progressWords)}>
              {done} of {total} steps{' '}
            </span>
          )}
          {has('now') && <Now run={run} />}
        </span>
        {more.length > 0 && <MoreLine run={run} columns={more} className={fold.line} />}
        {run.parent && (
          <span className="block truncate text-faint text-xs">
            <RunParent parent={run.parent} />
          </span>
        )}
      </TableCell>
      {has('now') && (
        <TableCell className={classNames('truncate phone:order-4 phone:col-span-2', nowColumn)}>
          <Now run={run} />
        </TableCell>
      )}
      {has('progress') && (
        <TableCell className={classNames('tabular-nums phone:order-5 phone:col-span-2', progressColumn)}>
          <span className={classNames('mr-2 phone:inline', lookOf(run.status).text, wideOnly(more.length))}>
            <Progress
              done={done}
              total={total}
              variant={run.status === 'running' ? 'moving' : 'still'}
              label="Progress"
            />
          </span>
          <span className="text-mute">
            {done} of {total} steps
          </span>
        </TableCell>
      )}
      {has('waiting') && (
        <TableCell className="truncate @max-[90rem]:hidden phone:hidden">
          {run.waiting_on ?? <span className="text-faint">–</span>}
        </TableCell>
      )}
      {has('duration') && (
        <TableCell className={classNames('phone:order-2 phone:text-right', clockColumn(variant))}>
          <Duration from={run.started_at ?? run.created_at} to={run.ended_at} />
        </TableCell>
      )}
      {has('started') && (
        <TableCell className="truncate text-mute phone:order-6 phone:text-xs">
          <RelativeTime at={run.created_at} />
          {!has('by') && (
            <span className={classNames('phone:inline', wideOnly(more.length))}>
              {' '}
              · <PersonMark name={run.started_by} />
            </span>
          )}
        </TableCell>
      )}
      {more.map((column) => (
        <TableCell key={column} className={classNames('truncate text-mute', fold.cell)}>
          {moreValue(run, column) ?? <span className="text-faint">–</span>}
        </TableCell>
      ))}
      <TableCell className="text-right phone:order-7 phone:col-span-3 phone:empty:hidden">
        {run.needs_answer && (
          <ButtonLink
            href={`${paths.runOfList(run.id, list)}#gate`}
            size="sm"
            className="relative z-[1] phone:h-11 phone:w-full phone:text-sm"
          >
            Answer
            <span className="sr-only">
              {' '}
              {name} #{shortId(run.id)}
            </span>
          </ButtonLink>
        )}
      </TableCell>
    </TableRow>
  );
}

/** The reader's own columns, where there is no room for them beside each other. */
function MoreLine({ run, columns, className }: { run: RunSummary; columns: RunColumn[]; className: string }) {
  const told = columns.flatMap((column) => {
    const value = moreValue(run, column);
    return value === null || value === '' ? [] : [{ column, value }];
  });
  return (
    <span className={classNames('truncate text-xs', className)}>
      {told.map(({ column, value }, index) => (
        <span key={column}>
          {index > 0 && ' · '}
          <span className="text-faint">{columnLabel(column)}</span> <span className="text-mute">{value}</span>
        </span>
      ))}
    </span>
  );
}

/** Where the run stands, or how it ended. */
function Now({ run }: { run: RunSummary }) {
  if (isTerminal(run.status)) {
    const words = visibleText(run.message ?? run.current_name ?? '');
    return (
      <span className="text-mute" title={words || undefined}>
        {words}
      </span>
    );
  }
  return (
    <>
      <span title={run.current_node ?? undefined}>{visibleText(run.current_name ?? '')}</span>{' '}
      <span className="text-faint">{run.current_type}</span>
    </>
  );
}
