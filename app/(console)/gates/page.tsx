import type { Metadata } from 'next';
import { requirePagePrincipal } from '#lib/people/page-principal.ts';
import { listOpenGates } from '#lib/runs/list-gates.ts';
import { PageHeader } from '../../_components/page-header.tsx';
import { LiveBadge } from '../../_components/shell/live-badge.tsx';
import { PaletteButton } from '../../_components/shell/palette-button.tsx';
import { GateList } from './gate-list.tsx';

export const metadata: Metadata = { title: 'Gates' };

export default async function GatesPage() {
  await requirePagePrincipal();
  const initial = await listOpenGates();
  return (
    <>
      <PageHeader heading="Gates" actions={<PaletteButton />}>
        <LiveBadge />
      </PageHeader>
      <GateList initial={initial} />
    </>
  );
}
