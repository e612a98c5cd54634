'use client';
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the server draws and where scripts do not run: what scripts would reveal is shown from the start. */
export function useIsScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
