'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { TimeProvider } from '../_components/time.tsx';
import { ChangesProvider } from './use-changes.tsx';

/** Data is never old by itself: the change stream says when it is. Nothing is kept after its page is left, so that the
 * server's newer data is used when the reader comes back. */
const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: 1, refetchOnWindowFocus: 'always' },
    },
  });

export function Providers({ now, children }: { now: number; children: ReactNode }) {
  const [client] = useState(newClient);
  return (
    <QueryClientProvider client={client}>
      <TimeProvider now={now}>
        <ChangesProvider>{children}</ChangesProvider>
      </TimeProvider>
    </QueryClientProvider>
  );
}
