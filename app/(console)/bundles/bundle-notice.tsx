'use client';
import { FileArchive } from 'lucide-react';
import type { ReactNode } from 'react';
import { gateTitle } from '#app/_components/gate-title.ts';
import { RelativeTime } from '#app/_components/time.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { visibleText } from '#lib/html/visible-text.ts';
import type { RunDetail } from '#lib/runs/views.ts';

type Props = { name: string; view: Pick<RunDetail, 'gates' | 'state'>; children: ReactNode };

/** Says on every tab that this is a record of another time and place, and what was open in it. */
export function BundleNotice({ name, view: { gates, state }, children }: Props) {
  const open = gates.filter(({ status }) => status === 'open');
  return (
    <Callout
      role="note"
      aria-label="From a bundle"
      icon={<FileArchive aria-hidden className="text-mute" />}
      className="mx-5 mt-4 shrink-0 phone:mx-3"
    >
      <p className="break-words">
        <b className="font-semibold">From a bundle</b>: {visibleText(name)}, a record up to{' '}
        <RelativeTime at={state.updated_at} />. Nothing can be done to this run here.
      </p>
      {children}
      {open.map((gate) => (
        <p key={gate.id} className="mt-1 truncate text-mute">
          Asked, and not answered by then: {gateTitle(gate.message)}
        </p>
      ))}
    </Callout>
  );
}
