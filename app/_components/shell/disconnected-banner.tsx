'use client';

import { Unplug } from 'lucide-react';
import { useLiveState } from '../../_client/use-changes.tsx';
import { Button } from '../ui/button.tsx';

/** Laid over the page rather than pushed into it: what the reader looks at stays where it is. */
export function DisconnectedBanner() {
  const state = useLiveState();
  const words =
    state === 'reconnecting'
      ? 'Reconnecting… What you see may be out of date.'
      : state === 'off'
        ? 'The console stopped sending updates. Reload the page, or sign in again.'
        : null;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center px-4 phone:bottom-[calc(68px+env(safe-area-inset-bottom))]"
    >
      {words && (
        <p className="pointer-events-auto flex animate-arrive items-center gap-2.5 rounded-lg border border-interrupted/40 bg-interrupted-soft px-3.5 py-2 font-medium text-interrupted text-sm shadow-overlay">
          <Unplug aria-hidden className="size-4 shrink-0" />
          {words}
          {state === 'off' && (
            <Button size="sm" onClick={() => location.reload()}>
              Reload
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
