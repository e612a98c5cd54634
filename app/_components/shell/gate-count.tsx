'use client';

import { useQuery } from '@tanstack/react-query';
import { myGatesQuery } from '../../_client/queries.ts';
import { Badge } from '../ui/badge.tsx';

/** How many gates ask the reader, live. Drawn in the rail and in the bottom bar; only the rail's one is announced. */
export function GateCount({ initial, variant }: { initial: number; variant: 'rail' | 'bar' }) {
  const { data: count = initial } = useQuery({ ...myGatesQuery, select: ({ counts }) => counts.mine });
  const words = count === 1 ? '1 gate waits for you' : `${count} gates wait for you`;
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
