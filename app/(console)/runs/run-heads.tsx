import { visibleText } from '#lib/html/visible-text.ts';
import { classNames } from '../../_components/ui/class-names.ts';
import { TableHead, TableHeader } from '../../_components/ui/table.tsx';
import { columnLabel, foldOf, moreColumns, type RunColumn } from './run-columns.ts';
import { clockColumn, nowColumn, progressColumn, type RunRowVariant } from './run-row.tsx';

type Props = { columns: readonly RunColumn[]; variant: RunRowVariant; isTickable: boolean };

export function RunHeads({ columns, variant, isTickable }: Props) {
  const has = (column: RunColumn) => columns.includes(column);
  const more = moreColumns(columns);
  const { cell } = foldOf(columns);
  const isRoomy = more.length === 0;
  return (
    <TableHead>
      <tr>
        <TableHeader className={isTickable ? 'w-44 @max-2xl:w-42' : 'w-36'}>
          {isTickable && (
            <input
              type="checkbox"
              data-page
              aria-label="Choose all runs of this page"
              className="tick-box mr-2.5 size-4 align-middle noscript:hidden phone:hidden"
            />
          )}
          Status
        </TableHeader>
        <TableHeader>{variant === 'page' ? 'Workflow' : 'Run'}</TableHeader>
        {has('now') && <TableHeader className={classNames(isRoomy ? 'w-1/5' : 'w-48', nowColumn)}>Now</TableHeader>}
        {has('progress') && (
          <TableHeader className={classNames(isRoomy ? 'w-52 @max-6xl:w-28' : 'w-28', progressColumn)}>
            Progress
          </TableHeader>
        )}
        {has('waiting') && <TableHeader className="w-32 @max-[90rem]:hidden">Waiting on</TableHeader>}
        {has('duration') && <TableHeader className={classNames('w-20', clockColumn(variant))}>Duration</TableHeader>}
        {has('started') && (
          <TableHeader className={isRoomy && !has('by') ? 'w-52 @max-6xl:w-28 @max-2xl:w-26' : 'w-28 @max-2xl:w-26'}>
            Started
          </TableHeader>
        )}
        {more.map((column) => (
          <TableHeader key={column} className={classNames('w-30 truncate', cell)}>
            {visibleText(columnLabel(column))}
          </TableHeader>
        ))}
        <TableHeader className="w-24">
          <span className="sr-only">Action</span>
        </TableHeader>
      </tr>
    </TableHead>
  );
}
