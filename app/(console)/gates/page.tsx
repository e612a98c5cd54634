import type { Metadata } from 'next';
import { enterPage } from '#lib/http/enter-page.ts';
import { isAlone } from '#lib/people/accounts/people.ts';
import { listOpenGates } from '#lib/runs/gates/list-gates.ts';
import { PageHeader } from '../../_components/page-header.tsx';
import { LiveBadge } from '../../_components/shell/live-badge.tsx';
import { PaletteButton } from '../../_components/shell/palette-button.tsx';
import { GateList } from './gate-list.tsx';
import { readInboxFilter } from './inbox-filter.ts';

export const metadata: Metadata = { title: 'Gates' };

type Props = { searchParams: Promise<{ show?: string | string[]; cursor?: string | string[] }> };

export default async function GatesPage({ searchParams }: Props) {
  const { house, actor } = await enterPage('see');
  const { show, cursor: given } = await searchParams;
  const view = readInboxFilter(show);
  const cursor = typeof given === 'string' ? given : undefined;
  const initial = await listOpenGates(house, { show: view === 'all' ? undefined : view, actor, cursor });
  return (
    <>
      <PageHeader heading="Gates" actions={<PaletteButton />}>
        <LiveBadge />
      </PageHeader>
      <GateList
        key={`${view} ${cursor}`}
        initial={initial}
        view={view}
        cursor={cursor}
        isAlone={await isAlone(house)}
      />
    </>
  );
}
