'use client';
// Whether the reader wants the browser to tell them of new gates: said once for all tabs, in this browser alone.
import { useSyncExternalStore } from 'react';

const key = 'gatehouse-notices';
const listeners = new Set<() => void>();

/** `blocked` is for the browser's own settings to change; where there are no notices at all it is `none`. */
export type Notices = 'none' | 'off' | 'on' | 'blocked';

export function readNotices(): Notices {
  if (!('Notification' in window)) return 'none';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && localStorage.getItem(key) === 'on' ? 'on' : 'off';
}

/** Asks for the permission, which browsers allow only where somebody has just clicked. */
export async function wantNotices(isWanted: boolean): Promise<void> {
  if (isWanted) await Notification.requestPermission();
  localStorage.setItem(key, isWanted ? 'on' : 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

export function useNotices(): Notices {
  return useSyncExternalStore(subscribe, readNotices, () => 'none');
}
