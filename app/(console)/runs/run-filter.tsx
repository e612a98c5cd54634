import { Search } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { runStatuses } from '#lib/engine/state.ts';
import { paths } from '#lib/paths.ts';
import type { WorkflowSummary } from '#lib/runs/views.ts';
import { isFiltered, type RunListFilter } from '../../_client/run-list-filter.ts';
import { lookOf } from '../../_components/status.tsx';
import { Button } from '../../_components/ui/button.tsx';
import { Checkbox } from '../../_components/ui/checkbox.tsx';
import { Input } from '../../_components/ui/input.tsx';
import { Select } from '../../_components/ui/select.tsx';
import { FilterForm } from './filter-form.tsx';

type Props = { filter: RunListFilter; workflows: WorkflowSummary[]; children: ReactNode };

/** The filters are a form that leads to an address: they can be linked to, and work without scripts. */
export function RunFilter({ filter, workflows, children }: Props) {
  return (
    <FilterForm
      action={paths.runs()}
      className="flex flex-wrap items-center gap-2 border-line border-b px-5 py-2.5 phone:px-4"
    >
      <div className="relative w-70 phone:w-full">
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
      <Select name="status" fit="sm" aria-label="Status" defaultValue={filter.status ?? ''} className="phone:flex-1">
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
        className="max-w-52 phone:flex-1"
      >
        <option value="">Any workflow</option>
        {workflows.map((workflow) => (
          <option key={workflow.workflow} value={workflow.workflow}>
            {workflow.name}
          </option>
        ))}
      </Select>
      <Checkbox
        name="archived"
        value="1"
        label="Archived"
        defaultChecked={filter.archived === true}
        className="phone:w-full"
      />
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
      {isFiltered(filter) && (
        <Link href={paths.runs()} prefetch={false} className="text-accent text-sm hover:underline">
          Clear
        </Link>
      )}
      {children}
    </FilterForm>
  );
}
