import type { Metadata } from 'next';
import type { Console } from '#lib/console/console.ts';
import { AppError } from '#lib/errors.ts';
import { enterPage } from '#lib/http/enter-page.ts';
import { assertSees } from '#lib/people/access.ts';
import type { Actor } from '#lib/people/actor.ts';
import { countGates, listGates } from '#lib/runs/gates/list-gates.ts';
import { readGateDetail } from '#lib/runs/gates/read-gate.ts';
import type { GateDetail } from '#lib/runs/views.ts';
import { PageHeader } from '../../_components/page-header.tsx';
import { LiveBadge } from '../../_components/shell/live-badge.tsx';
import { PaletteButton } from '../../_components/shell/palette-button.tsx';
import { viewerOf } from '../viewer-of.ts';
import { GateList } from './gate-list.tsx';
import { type InboxPlace, inboxAddress, readGateKey, readInboxPlace, wishOf } from './inbox-filter.ts';
import { NotifyButton } from './notify-button.tsx';

export const metadata: Metadata = { title: 'Gates' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** An address with a cursor that no list gave out shows the first page. */
async function readList(house: Console, place: InboxPlace, actor: Actor) {
  const { show, ...wish } = wishOf(place);
  const which = show === undefined ? ({ status: 'open' } as const) : { show };
  try {
    return await listGates(house, { ...which, ...wish, brief: true }, actor);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_request') throw error;
    return listGates(house, { ...which, q: wish.q, brief: true }, actor);
  }
}

/** The gate that the address unfolds, if there is one that this person may see. */
async function readUnfolded(house: Console, open: string | string[] | undefined, actor: Actor) {
  const key = readGateKey(open);
  if (!key) return null;
  try {
    await assertSees(house, actor, key.runId, { gateId: key.gateId });
    return await readGateDetail(house, key, actor);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

export default async function GatesPage({ searchParams }: Props) {
  const { house, actor } = await enterPage('see');
  const query = await searchParams;
  const place = readInboxPlace(query);
  const [page, counts, unfolded, viewer] = await Promise.all([
    readList(house, place, actor),
    countGates(house, actor),
    readUnfolded(house, query.open, actor) satisfies Promise<GateDetail | null>,
    viewerOf(house, actor),
  ]);
  return (
    <>
      <PageHeader
        heading="Gates"
        actions={
          <>
            <NotifyButton />
            <PaletteButton />
          </>
        }
      >
        <LiveBadge />
      </PageHeader>
      <GateList
        key={inboxAddress(place)}
        initial={{ ...page, counts }}
        unfolded={unfolded}
        place={place}
        viewer={viewer}
      />
    </>
  );
}
