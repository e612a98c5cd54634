'use client';
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** The key that commands are given with: ⌘ on Apple's keyboards, Ctrl elsewhere. */
export function useCommandKey(): '⌘' | 'Ctrl' {
  return useSyncExternalStore(
    never,
    () => (/mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  );
}
