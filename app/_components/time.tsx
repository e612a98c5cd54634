'use client';
// Times that move. One clock ticks for the whole page, and an element renders again only when its words change.
// While hydrating, the words are those the server wrote (its present comes by context), so that both sides agree.
import { type ComponentProps, createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { clockDuration, exactTime, relativeTime } from './time-words.ts';
import { classNames } from './ui/class-names.ts';

const ServerPresent = createContext(0);
const AsOf = createContext<number | null>(null);

export function TimeProvider({ now, children }: { now: number; children: ReactNode }) {
  return <ServerPresent value={now}>{children}</ServerPresent>;
}

/** What is shown inside is as it was at that time: no clock ticks. */
export function AsOfTime({ at, children }: { at: number | null; children: ReactNode }) {
  return <AsOf value={at}>{children}</AsOf>;
}

const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  ticking ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

type Words = (now: number, zone: 'utc' | 'local') => string;

/** A text made from the time that is shown here, mostly the present; it changes by itself. */
export function useTicking(words: Words): string {
  const asOf = useContext(AsOf);
  return usePresent((now, zone) => words(asOf ?? now, zone));
}

/** The same from the present itself, whatever time is shown. */
export function usePresent(words: Words): string {
  const serverNow = useContext(ServerPresent);
  return useSyncExternalStore(
    subscribe,
    () => words(Date.now(), 'local'),
    () => words(serverNow, 'utc'),
  );
}

/** "5 min ago", with the exact time on hover. */
export function RelativeTime({ at, ...props }: ComponentProps<'time'> & { at: string }) {
  const text = useTicking((now) => relativeTime(at, now));
  const exact = useTicking((_, zone) => exactTime(at, zone));
  return (
    <time dateTime={at} title={exact} {...props}>
      {text}
    </time>
  );
}

/** How long something took or is taking: it ticks until `to` is known. */
export function Duration({
  from,
  to,
  className,
  ...props
}: ComponentProps<'span'> & { from: string; to: string | null }) {
  const text = useTicking((now) => clockDuration((to ? Date.parse(to) : now) - Date.parse(from)));
  return (
    <span className={classNames('font-mono text-xs tabular-nums', className)} {...props}>
      {text}
    </span>
  );
}
