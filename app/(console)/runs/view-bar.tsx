import { Columns3, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import { saveColumnsAction } from '../../_actions/save-columns.ts';
import { deleteViewAction } from '../../_actions/saved-views.ts';
import { listOf, type RunListFilter } from '../../_client/run-list-filter.ts';
import { Button } from '../../_components/ui/button.tsx';
import { Checkbox } from '../../_components/ui/checkbox.tsx';
import { classNames } from '../../_components/ui/class-names.ts';
import { Popover } from '../../_components/ui/popover.tsx';
import { columnLabel, columnLabels, type RunColumn } from './run-columns.ts';
import { SaveViewForm } from './save-view-form.tsx';
import { tabViews } from './tab-views.ts';

type View = { id: string; name: string; query: string };
type Props = {
  filter: RunListFilter;
  columns: RunColumn[];
  views: View[];
  inputNames: string[];
  /** Tokens of programs have no views of their own. */
  canSave: boolean;
};

const tab =
  'inline-flex h-7 items-center rounded-md px-2.5 text-mute text-sm hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent phone:h-10';

function ViewLink({ view, isHere, className }: { view: View; isHere: boolean; className: string }) {
  const name = visibleText(view.name);
  return (
    <Link
      href={paths.runsOf(view.query)}
      prefetch={false}
      aria-current={isHere ? 'page' : undefined}
      title={name}
      className={classNames(tab, className)}
    >
      <span className="truncate">{name}</span>
    </Link>
  );
}

/** A person's own views of the list, and which columns it has. */
export function ViewBar({ filter, columns, views, inputNames, canSave }: Props) {
  const { columns: _, cursor: __, ...bare } = filter;
  const shown = listOf({ ...bare, columns });
  const here = listOf(filter);
  const isHere = (query: string) => query === here || query === shown;
  const tabs = tabViews(views, ({ query }) => isHere(query));
  return (
    <div className="flex items-center gap-x-3 border-line border-b px-5 py-1.5 phone:px-4">
      <nav aria-label="Saved views" className="flex min-w-0 flex-1 items-center gap-1.5">
        <div className="flex min-w-0 gap-0.5 overflow-x-auto p-0.5 [scrollbar-width:none]">
          {[{ id: '', name: 'All runs', query: '' }, ...tabs].map((view) => (
            <ViewLink key={view.id} view={view} isHere={isHere(view.query)} className="max-w-48 shrink-0" />
          ))}
        </div>
        {tabs.length < views.length && (
          <Popover key={here} button={`All ${views.length} views`} className="shrink-0">
            <ul className="-m-1 max-h-[50vh] overflow-auto">
              {views.map((view) => (
                <li key={view.id}>
                  <ViewLink view={view} isHere={isHere(view.query)} className="w-full" />
                </li>
              ))}
            </ul>
          </Popover>
        )}
      </nav>
      <div className="flex shrink-0 gap-2">
        {canSave && (
          <Popover key={`${here} ${views.length}`} button="Save view" align="end">
            <SaveViewForm list={shown} />
            {views.length > 0 && <ViewList views={views} />}
          </Popover>
        )}
        <ColumnChoice list={listOf(bare)} columns={columns} inputNames={inputNames} />
      </div>
    </div>
  );
}

function ViewList({ views }: { views: View[] }) {
  return (
    <ul aria-label="Your views" className="-mx-1 mt-3 max-h-[40vh] overflow-auto border-line border-t pt-2">
      {views.map(({ id, name }) => (
        <li key={id} className="flex items-center gap-2 pl-1 text-sm">
          <span className="min-w-0 flex-1 truncate">{visibleText(name)}</span>
          <form action={deleteViewAction}>
            <input type="hidden" name="view" value={id} />
            <Button type="submit" variant="ghost" size="icon" aria-label={`Delete the view ${visibleText(name)}`}>
              <Trash2 aria-hidden />
            </Button>
          </form>
        </li>
      ))}
    </ul>
  );
}

/** Which columns there are; this browser remembers them. */
function ColumnChoice({ list, columns, inputNames }: { list: string; columns: RunColumn[]; inputNames: string[] }) {
  const inputs = [
    ...new Set([...columns.filter((column) => column.startsWith('input.')), ...inputNames.map(inputColumn)]),
  ];
  const box = (column: RunColumn) => (
    <Checkbox
      key={column}
      name="column"
      value={column}
      label={visibleText(columnLabel(column))}
      defaultChecked={columns.includes(column)}
      className="min-h-7 wrap-anywhere"
    />
  );
  return (
    // A phone shows cards, not columns.
    <Popover
      key={columns.join()}
      align="end"
      className="phone:hidden"
      button={
        <>
          <Columns3 aria-hidden />
          Columns
        </>
      }
    >
      <form action={saveColumnsAction} className="flex flex-col gap-3">
        <input type="hidden" name="list" value={list} />
        <div className={classNames('grid max-h-[50vh] gap-4 overflow-auto', inputs.length > 0 && 'grid-cols-2')}>
          <fieldset className="flex flex-col">
            <legend className="text-faint text-xs">Of the run</legend>
            {(Object.keys(columnLabels) as RunColumn[]).map(box)}
          </fieldset>
          {inputs.length > 0 && (
            <fieldset className="flex min-w-0 flex-col">
              <legend className="text-faint text-xs">Inputs</legend>
              {inputs.map(box)}
            </fieldset>
          )}
        </div>
        <Button type="submit" className="w-full">
          Show these columns
        </Button>
      </form>
    </Popover>
  );
}

const inputColumn = (name: string): RunColumn => `input.${name}`;
