'use client';

import { useQuery } from '@tanstack/react-query';
import { openGatesQuery } from '../../_client/queries.ts';
import { Badge } from '../ui/badge.tsx';

/** How many gates want an answer, live. Drawn in the rail and in the bottom bar; only the rail's one is announced. */
export function GateCount({ initial, variant }: { initial: number; variant: 'rail' | 'bar' }) {
  const { data } = useQuery({
    ...openGatesQuery(),
    select: ({ gates, next }) => ({ seen: gates.length, isAll: next === null }),
  });
  // Beyond the first page there are more than anybody counts at a glance.
  const count = data ? (data.isAll ? data.seen : Math.max(data.seen, initial)) : initial;
  const words = count === 1 ? '1 gate is waiting' : `${count} gates are waiting`;
  return (
    <span
      aria-live={variant === 'rail' ? 'polite' : undefined}
      className={
        variant === 'rail'
          ? 'ml-auto inline-flex rail-icons:absolute rail-icons:-top-1 rail-icons:-right-1'
          : 'absolute top-1 left-1/2 ml-1.5'
      }
    >
      {count > 0 && (
        <Badge variant="waiting">
          <span aria-hidden>{count > 99 ? '99+' : count}</span>
          <span className="sr-only">, {words}</span>
        </Badge>
      )}
    </span>
  );
}
