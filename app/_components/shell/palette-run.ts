'use client';
// The run that the reader looks at: its page tells the palette what there is of it to go to and to do.
import { useEffect, useSyncExternalStore } from 'react';
import type { VerbButton } from '#lib/runs/views.ts';

export type PaletteRun = {
  id: string;
  nodes: { id: string; name: string; type: string }[];
  /** What can be done to it now. */
  buttons: VerbButton[];
  /** Where its failure would be tried again from. */
  retryHref: string | null;
};

const listeners = new Set<() => void>();
let looked: PaletteRun | null = null;

function look(run: PaletteRun | null) {
  looked = run;
  for (const listener of listeners) listener();
}

export function useOfferToPalette(run: PaletteRun): void {
  useEffect(() => look(run));
  useEffect(() => () => look(null), []);
}

export function usePaletteRun(): PaletteRun | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => looked,
    () => null,
  );
}
