'use client';

import { useQuery } from '@tanstack/react-query';
import { DoorOpen } from 'lucide-react';
import { useRef } from 'react';
import { paths } from '#lib/paths.ts';
import { type OpenGate, openGatesQuery } from '../../_client/queries.ts';
import { useHeldRows } from '../../_client/use-held-rows.ts';
import { Button } from '../../_components/ui/button.tsx';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { EmptyState } from '../../_components/ui/empty-state.tsx';
import { GateCard } from './gate-card.tsx';

/** Every open question of every run, the oldest first. Answered ones fade while the reader is among them. */
export function GateList({ initial }: { initial: OpenGate[] }) {
  const { data } = useQuery({ ...openGatesQuery, initialData: initial });
  const list = useRef<HTMLUListElement>(null);
  const { rows, gone, fresh, release } = useHeldRows(data, list);
  if (rows.length === 0 && fresh === 0) {
    return (
      <EmptyState
        icon={<DoorOpen />}
        heading="Nothing waits for an answer"
        actions={<ButtonLink href={paths.runs()}>See the runs</ButtonLink>}
      >
        When a run reaches a gate, its question shows up here and in the count on the left.
      </EmptyState>
    );
  }
  return (
    <div className="w-full max-w-4xl px-5 py-4 phone:px-4">
      <div aria-live="polite">
        {fresh > 0 && (
          <Button size="sm" className="mb-3" onClick={release}>
            {fresh === 1 ? '1 new gate' : `${fresh} new gates`}
          </Button>
        )}
      </div>
      <ul ref={list} className="flex flex-col gap-2.5">
        {rows.map((gate) => (
          <GateCard key={gate.id} gate={gate} isGone={gone.has(gate.id)} />
        ))}
      </ul>
    </div>
  );
}
