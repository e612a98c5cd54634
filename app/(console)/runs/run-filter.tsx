import { ListFilter, Search } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { runStatuses } from '#lib/engine/state.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { WorkflowSummary } from '#lib/runs/views.ts';
import { isFiltered, type RunListFilter } from '../../_client/run-list-filter.ts';
import { lookOf } from '../../_components/status.tsx';
import { Button } from '../../_components/ui/button.tsx';
import { buttonStyle } from '../../_components/ui/button-style.ts';
import { Checkbox } from '../../_components/ui/checkbox.tsx';
import { Input } from '../../_components/ui/input.tsx';
import { Select } from '../../_components/ui/select.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterForm } from './filter-form.tsx';
import { InputFilter } from './input-filter.tsx';
import { betweenDates, presets } from './read-filter.ts';

type Props = {
  filter: RunListFilter;
  /** What is chosen in the list of times. */
  time: string;
  workflows: WorkflowSummary[];
  starters: string[];
  me: string;
  inputNames: string[];
  children: ReactNode;
};

/** The filters are a form that leads to an address: they can be linked to, and work without scripts. */
export function RunFilter({ filter, time, workflows, starters, me, inputNames, children }: Props) {
  return (
    <FilterForm
      action={paths.runs()}
      className="flex flex-wrap items-center gap-2 border-line border-b px-5 py-2.5 phone:px-4"
    >
      <div className="relative w-60 phone:w-auto phone:flex-1">
        <Search aria-hidden className="absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-faint" />
        <Input
          type="search"
          name="q"
          data-filter
          defaultValue={filter.q}
          aria-label="Filter by id, workflow or input"
          placeholder="Filter by id, workflow, input…"
          fit="sm"
          className="pl-8"
        />
      </div>
      <MoreFilters />
      <div className="contents phone:hidden phone:basis-full phone:grid-cols-2 phone:gap-2 phone:peer-has-checked:grid">
        <Select name="status" fit="sm" aria-label="Status" defaultValue={filter.status ?? ''}>
          <option value="">Any status</option>
          {runStatuses.map((status) => (
            <option key={status} value={status}>
              {lookOf(status).label}
            </option>
          ))}
        </Select>
        <Select
          name="workflow"
          fit="sm"
          aria-label="Workflow"
          defaultValue={filter.workflow ?? ''}
          className="max-w-44"
        >
          <option value="">Any workflow</option>
          {withChosen(
            workflows.map(({ workflow, name }) => ({ value: workflow, label: name })),
            filter.workflow,
          )}
        </Select>
        <Select name="by" fit="sm" aria-label="Started by" defaultValue={filter.by ?? ''} className="max-w-44">
          <option value="">Anybody</option>
          {withChosen(
            starters.map((name) => ({ value: name, label: name === me ? `${name} (you)` : name })),
            filter.by,
          )}
        </Select>
        <Select name="when" fit="sm" aria-label="When" defaultValue={time}>
          <option value="">Any time</option>
          {Object.entries(presets).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value={betweenDates}>Between dates…</option>
        </Select>
        {time === betweenDates && <Dates filter={filter} />}
        <InputFilter key={JSON.stringify(filter.input ?? {})} names={inputNames} />
        <Checkbox name="archived" value="1" label="Archived" defaultChecked={filter.archived === true} />
      </div>
      {filter.columns && <input type="hidden" name="columns" value={filter.columns.join()} />}
      {filter.ended_since && <input type="hidden" name="ended_since" value={filter.ended_since} />}
      {filter.asks && <input type="hidden" name="asks" value="1" />}
      {Object.entries(filter.input ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={`input.${name}`} value={value} />
      ))}
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
      {isFiltered(filter) && (
        <Link href={paths.runs()} prefetch={false} className="text-accent text-sm hover:underline">
          Clear
        </Link>
      )}
      {children}
      <FilterChips filter={filter} />
    </FilterForm>
  );
}

/** A phone has room for one row of them; the rest unfolds, without scripts too. */
function MoreFilters() {
  return (
    <label
      data-unhurried
      className={buttonStyle(
        {},
        'peer font-normal not-phone:hidden has-focus-visible:outline-2 has-focus-visible:outline-accent phone:h-10',
      )}
    >
      <input type="checkbox" className="sr-only" />
      <ListFilter aria-hidden />
      Filters
    </label>
  );
}

/** What the address asks for is among the choices, also when there is none of it any more. */
function withChosen(options: { value: string; label: string }[], chosen: string | undefined) {
  const missing = chosen && !options.some(({ value }) => value === chosen) ? [{ value: chosen, label: chosen }] : [];
  return [...options, ...missing].map(({ value, label }) => (
    <option key={value} value={value}>
      {visibleText(label)}
    </option>
  ));
}

/** A time of day in the address is shown by its date; it stays as it is until another date is chosen. */
function Dates({ filter }: { filter: RunListFilter }) {
  return (
    <>
      <Input
        type="date"
        name="since"
        fit="sm"
        aria-label="From"
        defaultValue={filter.since?.slice(0, 10)}
        className="w-36! phone:w-full!"
      />
      <Input
        type="date"
        name="until"
        fit="sm"
        aria-label="Until, and that day too"
        defaultValue={filter.until?.slice(0, 10)}
        className="w-36! phone:w-full!"
      />
    </>
  );
}
