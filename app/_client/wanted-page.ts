'use client';
// A page that was asked for while the console cannot be reached. Going there at once would end on the browser's own error
// page and lose this one; it is opened when the console is back.
import { useRouter } from 'next/navigation';
import { useSyncExternalStore } from 'react';
import { mayLeave } from './leave-warning.ts';
import { useLiveState } from './use-changes.tsx';

const listeners = new Set<() => void>();
let wanted: string | null = null;

export function wantPage(href: string | null): void {
  wanted = href;
  for (const listener of listeners) listener();
}

export function useWantedPage(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
    () => null,
  );
}

/** Goes to a page of the console, now or as soon as that is possible. */
export function useGoTo(): (href: string) => void {
  const router = useRouter();
  const isDown = useLiveState() === 'reconnecting';
  return (href) => {
    if (mayLeave()) isDown ? wantPage(href) : router.push(href);
  };
}
