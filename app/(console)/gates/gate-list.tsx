'use client';

import { useQuery } from '@tanstack/react-query';
import { DoorOpen } from 'lucide-react';
import { useRef } from 'react';
import { paths } from '#lib/paths.ts';
import { type OpenGates, openGatesQuery } from '../../_client/queries.ts';
import { useHeldRows } from '../../_client/use-held-rows.ts';
import { isOverdue } from '../../_components/gate-words.ts';
import { useTicking } from '../../_components/time.tsx';
import { Button } from '../../_components/ui/button.tsx';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { EmptyState } from '../../_components/ui/empty-state.tsx';
import { Tab, Tabs } from '../../_components/ui/tabs.tsx';
import { GateCard } from './gate-card.tsx';
import type { InboxFilter } from './inbox-filter.ts';

const labels: Record<InboxFilter, string> = { mine: 'Mine', all: 'Everyone’s', overdue: 'Overdue' };

type Props = { initial: OpenGates; view: InboxFilter; cursor: string | undefined; isAlone: boolean };

const addressOf = (view: InboxFilter, cursor: string | null = null) => {
  const query = new URLSearchParams([
    ...(view === 'all' ? [] : [['show', view]]),
    ...(cursor ? [['cursor', cursor]] : []),
  ]);
  return query.size > 0 ? `${paths.gates()}?${query}` : paths.gates();
};

/** The open questions of all runs, a page of them. Answered ones fade while the reader is among them. */
export function GateList({ initial, view, cursor, isAlone }: Props) {
  const query = openGatesQuery(cursor, view === 'all' ? undefined : view);
  const { data } = useQuery({ ...query, initialData: initial });
  const { gates, next } = data;
  const list = useRef<HTMLUListElement>(null);
  // A gate's id is its own only within its run.
  const all = gates.map((gate) => ({ id: `${gate.run}/${gate.id}`, gate }));
  const overdue = useTicking((now) =>
    all
      .filter(({ gate }) => isOverdue(gate, now))
      .map(({ id }) => id)
      .join(' '),
  ).split(' ');
  const { rows, gone, fresh, release } = useHeldRows(all, list);
  const count = cursor || next ? undefined : gates.length;
  return (
    <>
      <Tabs label="Which gates" className="pt-1">
        {(['mine', 'all', 'overdue'] as const).map((each) => (
          <Tab key={each} selected={view === each} count={view === each ? count : undefined} href={addressOf(each)}>
            {labels[each]}
          </Tab>
        ))}
      </Tabs>
      {rows.length === 0 && fresh === 0 ? (
        <NoGates view={view} />
      ) : (
        <div className="w-full max-w-4xl px-5 py-4 phone:px-4">
          <div aria-live="polite">
            {fresh > 0 && (
              <Button size="sm" className="mb-3" onClick={release}>
                {fresh === 1 ? '1 new gate' : `${fresh} new gates`}
              </Button>
            )}
          </div>
          <ul ref={list} className="flex flex-col gap-2.5">
            {rows.map(({ id, gate }) => (
              <GateCard key={id} gate={gate} isGone={gone.has(id)} isOverdue={overdue.includes(id)} isAlone={isAlone} />
            ))}
          </ul>
        </div>
      )}
      {(cursor || next) && (
        <nav aria-label="Pages" className="flex gap-2 px-5 pb-4 phone:px-4">
          {cursor && <ButtonLink href={addressOf(view)}>Newest gates</ButtonLink>}
          {next && <ButtonLink href={addressOf(view, next)}>Older gates</ButtonLink>}
        </nav>
      )}
    </>
  );
}

function NoGates({ view }: { view: InboxFilter }) {
  const heading = {
    mine: 'Nothing waits for you',
    all: 'Nothing waits for an answer',
    overdue: 'Nothing is overdue',
  }[view];
  return (
    <EmptyState
      icon={<DoorOpen />}
      heading={heading}
      actions={
        view === 'all' ? (
          <ButtonLink href={paths.runs()}>See the runs</ButtonLink>
        ) : (
          <ButtonLink href={paths.gates()}>See everyone’s gates</ButtonLink>
        )
      }
    >
      {view === 'overdue'
        ? 'A gate is overdue when nobody has answered it after the time its workflow reminds people.'
        : 'When a run reaches a gate, its question shows up here and in the count on the left.'}
    </EmptyState>
  );
}
