'use client';

import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRef, useState } from 'react';
import { paths } from '#lib/paths.ts';
import type { GateDetail, InboxGate } from '#lib/runs/views.ts';
import { type GatePage, gatesQuery } from '../../_client/queries.ts';
import { useHeldRows } from '../../_client/use-held-rows.ts';
import { gateTitle } from '../../_components/gate-title.ts';
import { shortId } from '../../_components/short-id.ts';
import { Button } from '../../_components/ui/button.tsx';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { Input } from '../../_components/ui/input.tsx';
import { Tab, Tabs } from '../../_components/ui/tabs.tsx';
import type { Viewer } from '../runs/[runId]/_components/gate/gate-holder.tsx';
import { useGateKeys } from '../runs/[runId]/_components/gate/use-gate-keys.ts';
import { FilterForm } from '../runs/filter-form.tsx';
import { AnsweredRow } from './answered-row.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { GateRow } from './gate-row.tsx';
import { gateKey, type InboxPlace, type InboxTab, inboxAddress, inboxTabs, wishOf } from './inbox-filter.ts';
import { NoGates } from './no-gates.tsx';
import { moveAmongRows, nextAnswer } from './row-focus.ts';
import { useChosen } from './use-chosen.ts';

const BulkDialog = dynamic(() => import('./bulk-dialog.tsx').then((module) => module.BulkDialog));

const labels: Record<InboxTab, string> = {
  mine: 'Mine',
  all: 'All',
  overdue: 'Overdue',
  answered: 'Answered',
};

type Props = { initial: GatePage; unfolded: GateDetail | null; place: InboxPlace; viewer: Viewer };

/** The questions of all runs, a page of them, answered where they stand. Those that others answered fade while the reader is among them. */
export function GateList({ initial, unfolded, place, viewer }: Props) {
  const { data } = useQuery({ ...gatesQuery(wishOf(place)), initialData: initial });
  const { gates, next, counts } = data;
  const list = useRef<HTMLUListElement>(null);
  const [openKey, setOpenKey] = useState(unfolded && gateKey(unfolded));
  const [own, setOwn] = useState<Record<string, string>>({});
  const { rows, gone, fresh, release } = useHeldRows(
    gates.map((gate) => ({ id: gateKey(gate), gate })),
    list,
    openKey !== null || Object.keys(own).length > 0,
  );
  useGateKeys();
  const { chosen, kinds, choose, chooseAll, clear } = useChosen(
    rows.filter(({ id }) => !gone.has(id) && own[id] === undefined && place.tab !== 'answered'),
  );
  const [looked, setLooked] = useState<InboxGate[] | null>(null);
  const numbers: Record<InboxTab, number | undefined> = {
    mine: counts.mine,
    all: counts.open,
    overdue: counts.overdue,
    answered: undefined,
  };

  /** The address keeps up, so that it can be handed on and a reload shows the same. */
  function unfold(key: string | null) {
    setOpenKey(key);
    window.history.replaceState(null, '', inboxAddress(place, key ?? ''));
  }

  function answered(key: string, option: string) {
    nextAnswer(list.current, key)?.focus();
    setOwn({ ...own, [key]: option });
    unfold(null);
  }

  function showNew() {
    setOwn({});
    unfold(null);
    release();
  }

  return (
    <>
      <div className="flex items-end border-line border-b phone:flex-col phone:items-stretch">
        <Tabs label="Which gates" className="flex-1 border-b-0! pt-1">
          {inboxTabs.map((tab) => (
            <Tab
              key={tab}
              selected={place.tab === tab}
              count={numbers[tab] || undefined}
              href={inboxAddress({ tab, q: place.q, cursor: undefined })}
            >
              {labels[tab]}
            </Tab>
          ))}
        </Tabs>
        <SearchForm place={place} />
      </div>
      {rows.length === 0 && fresh === 0 ? (
        <NoGates place={place} />
      ) : (
        <div className="w-full max-w-5xl px-5 py-4 phone:px-3">
          <div aria-live="polite">
            {fresh > 0 && (
              <Button size="sm" className="mb-3" onClick={showNew}>
                {place.tab === 'answered' ? freshWords(fresh, 'answer') : freshWords(fresh, 'gate')}
              </Button>
            )}
          </div>
          <ul
            ref={list}
            aria-label={labels[place.tab]}
            className="flex flex-col gap-2"
            onKeyDown={(event) => moveAmongRows(list.current, event)}
          >
            {rows.map(({ id, gate }) =>
              place.tab === 'answered' ? (
                <AnsweredRow key={id} gate={gate} />
              ) : (
                <GateRow
                  key={id}
                  gate={gate}
                  own={own[id]}
                  isGone={gone.has(id)}
                  isOpen={openKey === id}
                  unfolded={unfolded && gateKey(unfolded) === id ? unfolded : undefined}
                  href={inboxAddress(place, id)}
                  viewer={viewer}
                  onToggle={() => unfold(openKey === id ? null : id)}
                  onAnswered={(option) => answered(id, option)}
                >
                  {kinds.has(id) && (
                    <input
                      type="checkbox"
                      aria-label={`Choose ${gateTitle(gate.message) || gate.node_name}, ${shortId(gate.run)}`}
                      title={chosen.canJoin(id) ? undefined : 'Another kind of question than the chosen ones'}
                      checked={chosen.keys.has(id)}
                      disabled={!chosen.canJoin(id)}
                      onChange={() => choose(id)}
                      className="tick-box relative z-[1] size-4 shrink-0 noscript:hidden"
                    />
                  )}
                </GateRow>
              ),
            )}
          </ul>
        </div>
      )}
      {chosen.gates.length > 0 && (
        <BulkBar
          chosen={chosen.gates.length}
          ofKind={chosen.ofKind}
          onAll={chooseAll}
          onClear={clear}
          onLook={() => setLooked(chosen.gates)}
        />
      )}
      {looked && (
        <BulkDialog
          gates={looked}
          onAnswered={(key, option) => setOwn((before) => ({ ...before, [key]: option }))}
          onClose={() => {
            setLooked(null);
            clear();
          }}
        />
      )}
      {(place.cursor || next) && (
        <nav aria-label="Pages" className="flex gap-2 px-5 pb-4 phone:px-3">
          {place.cursor && <ButtonLink href={inboxAddress({ ...place, cursor: undefined })}>Newest first</ButtonLink>}
          {next && <ButtonLink href={inboxAddress({ ...place, cursor: next })}>Older ones</ButtonLink>}
        </nav>
      )}
    </>
  );
}

const freshWords = (count: number, thing: string) => (count === 1 ? `1 new ${thing}` : `${count} new ${thing}s`);

/** It leads to an address, so that a search can be linked to, and works without scripts. */
function SearchForm({ place }: { place: InboxPlace }) {
  return (
    <FilterForm action={paths.gates()} className="flex items-center gap-2 px-5 py-2 phone:px-3">
      {place.tab !== 'mine' && <input type="hidden" name="show" value={place.tab} />}
      <div className="relative w-64 max-lg:w-52 phone:w-full">
        <Search aria-hidden className="absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-faint" />
        <Input
          type="search"
          name="q"
          data-filter
          defaultValue={place.q}
          aria-label="Search gates"
          placeholder="Question, workflow, person…"
          fit="sm"
          className="pl-8"
        />
      </div>
      <noscript>
        <Button type="submit">Search</Button>
      </noscript>
    </FilterForm>
  );
}
