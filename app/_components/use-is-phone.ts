'use client';
import { useSyncExternalStore } from 'react';

/** The same width as the `phone:` variant of the styles. */
const query = '(width < 48rem)';

function subscribe(listener: () => void) {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
