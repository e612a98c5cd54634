import { ScrollText } from 'lucide-react';
import type { Metadata } from 'next';
import { enterPage } from '#lib/http/enter-page.ts';
import { paths } from '#lib/paths.ts';
import { listPeople } from '#lib/people/accounts/people.ts';
import { listAudit } from '#lib/people/audit/read-audit.ts';
import { PageHeader } from '../../../_components/page-header.tsx';
import { ButtonLink } from '../../../_components/ui/button-link.tsx';
import { EmptyState } from '../../../_components/ui/empty-state.tsx';
import { AuditFilter, type AuditQuery, filterNames } from './audit-filter.tsx';
import { AuditTable } from './audit-table.tsx';
import { ChainState } from './chain-state.tsx';

export const metadata: Metadata = { title: 'Audit log' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

function readFilter(given: Awaited<Props['searchParams']>): AuditQuery {
  const entries = filterNames.flatMap((name) => {
    const value = given[name];
    return typeof value === 'string' && value.trim() ? [[name, value.trim().slice(0, 200)]] : [];
  });
  return Object.fromEntries(entries);
}

export default async function AuditPage({ searchParams }: Props) {
  const { house } = await enterPage('administer');
  const given = await searchParams;
  const query = readFilter(given);
  const cursor = typeof given.cursor === 'string' ? given.cursor : undefined;
  const [{ entries, next }, people] = await Promise.all([listAudit(house, { ...query, cursor }), listPeople(house)]);
  return (
    <>
      <PageHeader
        heading="Audit log"
        parent={{ href: paths.settings(), label: 'Settings' }}
        actions={
          <a href={paths.api.auditLines()} download className="text-accent text-sm hover:underline">
            Export
          </a>
        }
      />
      <AuditFilter query={query} people={people.map(({ name }) => name)} />
      <ChainState house={house} />
      {entries.length > 0 ? (
        <AuditTable entries={entries} />
      ) : (
        <EmptyState icon={<ScrollText />} heading="Nothing was found">
          Nobody did anything that fits these filters.
        </EmptyState>
      )}
      {(cursor || next) && (
        <nav aria-label="More entries" className="flex justify-center gap-2 py-3">
          {cursor && <ButtonLink href={paths.audit(query)}>Newest entries</ButtonLink>}
          {next && <ButtonLink href={paths.audit({ ...query, cursor: next })}>Older entries</ButtonLink>}
        </nav>
      )}
    </>
  );
}
