'use client';

import { type LiveState, useLiveState } from '../../_client/use-changes.tsx';
import { classNames } from '../ui/class-names.ts';

const looks: Record<LiveState, { text: string; dot: string; label: string }> = {
  live: { text: 'text-completed', dot: 'bg-completed ring-3 ring-completed-soft', label: 'live' },
  'catching up': { text: 'text-mute', dot: 'bg-line-strong', label: 'catching up' },
  reconnecting: { text: 'text-interrupted', dot: 'bg-interrupted animate-pulse', label: 'reconnecting' },
  off: { text: 'text-mute', dot: 'bg-line-strong', label: 'not live' },
};

/** Says what the page is. Without scripts it says that it is a picture of one moment. */
export function LiveBadge() {
  const state = useLiveState();
  const look = looks[state ?? 'catching up'];
  return (
    <>
      <span
        data-live={state ?? 'starting'}
        className={classNames('inline-flex items-center gap-1.5 text-xs noscript:hidden', look.text)}
      >
        <span aria-hidden className={classNames('size-1.5 rounded-full', look.dot)} />
        {look.label}
      </span>
      <noscript>
        <span className="text-faint text-xs">not live, reload to refresh</span>
      </noscript>
    </>
  );
}
