import Link from 'next/link';
import { paths } from '#lib/paths.ts';
import { things } from '../../../_components/act-words.ts';
import { Button } from '../../../_components/ui/button.tsx';
import { Input } from '../../../_components/ui/input.tsx';
import { Select } from '../../../_components/ui/select.tsx';
import { FilterForm } from '../../runs/filter-form.tsx';

export const filterNames = ['who', 'act', 'subject', 'from', 'to'] as const;
export type AuditQuery = Partial<Record<(typeof filterNames)[number], string>>;

/** Who, what, to which, when: a form that leads to an address. */
export function AuditFilter({ query, people }: { query: AuditQuery; people: string[] }) {
  return (
    <FilterForm
      action={paths.audit()}
      className="flex flex-wrap items-center gap-2 border-line border-b px-5 py-2.5 phone:px-4"
    >
      <div className="w-44 phone:w-full">
        <Input
          type="search"
          name="who"
          list="audit-people"
          defaultValue={query.who}
          aria-label="Who"
          placeholder="Who…"
          fit="sm"
        />
      </div>
      <datalist id="audit-people">
        {people.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Select name="act" fit="sm" aria-label="What" defaultValue={query.act ?? ''} className="phone:flex-1">
        <option value="">Everything</option>
        {Object.entries(things).map(([thing, label]) => (
          <option key={thing} value={thing}>
            {label}
          </option>
        ))}
      </Select>
      <div className="w-44 phone:w-full">
        <Input
          type="search"
          name="subject"
          defaultValue={query.subject}
          aria-label="To which: the id of a run, the name of a workflow"
          placeholder="Run or workflow…"
          fit="sm"
        />
      </div>
      <div className="flex w-72 items-center gap-1.5 text-mute text-sm phone:w-full [&>input]:min-w-0 [&>input]:flex-1">
        <Input type="date" name="from" defaultValue={query.from} aria-label="From (UTC)" fit="sm" />
        <span aria-hidden>–</span>
        <Input type="date" name="to" defaultValue={query.to} aria-label="Until (UTC)" fit="sm" />
      </div>
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
      {Object.keys(query).length > 0 && (
        <Link href={paths.audit()} prefetch={false} className="text-accent text-sm hover:underline">
          Clear
        </Link>
      )}
    </FilterForm>
  );
}
