// Stands for next/navigation in a page that was opened from the disk. There only what follows the # may change: it is the
// whole address, and moving in it asks nobody for anything.
import { useMemo, useSyncExternalStore } from 'react';

const moved = 'gatehouse-moved';

/** The page moves by these two; they tell nobody by themselves. */
export function tellOfMoves(): void {
  for (const how of ['pushState', 'replaceState'] as const) {
    const move = window.history[how].bind(window.history);
    window.history[how] = (...given) => {
      move(...given);
      window.dispatchEvent(new Event(moved));
    };
  }
}

function subscribe(listener: () => void) {
  for (const type of [moved, 'popstate', 'hashchange']) window.addEventListener(type, listener);
  return () => {
    for (const type of [moved, 'popstate', 'hashchange']) window.removeEventListener(type, listener);
  };
}

export const usePathname = () => '#';
export const useParams = () => ({});

export function useSearchParams(): URLSearchParams {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => new URLSearchParams(hash.replace(/^#\??/, '')), [hash]);
}

const router = { push: () => {}, replace: () => {}, refresh: () => {} };
export const useRouter = () => router;
