'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { Health } from '#lib/runs/views.ts';
import { healthQuery } from '../../_client/queries.ts';
import { useLiveState } from '../../_client/use-changes.tsx';

/** Says above every page that the console itself is in trouble. While the page is not live, that is said instead. */
export function TroubleBanner({ initial }: { initial: Health['troubles'] }) {
  const state = useLiveState();
  const { data } = useQuery({ ...healthQuery, initialData: { troubles: initial } });
  const isLive = state !== 'reconnecting' && state !== 'off';
  const [worst, ...others] = (isLive && data.troubles) || [];
  return (
    <div role="alert" className="sticky top-0 z-40">
      {worst && (
        <p
          data-banner
          className="flex h-10 items-center justify-center gap-2.5 border-failed/40 border-b bg-failed-soft px-4 font-medium text-failed text-sm phone:justify-start phone:px-3 phone:text-xs"
        >
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          <span className="line-clamp-2 min-w-0 leading-4" title={worst.message}>
            {worst.message}
            {others.length > 0 && ` (and ${others.length} more: see Settings)`}
          </span>
        </p>
      )}
    </div>
  );
}
