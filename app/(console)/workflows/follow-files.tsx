'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useWorkflowChanges } from '../../_client/use-changes.tsx';

/** Reads the page again when a workflow file changes. What was typed into its form stays. */
export function FollowFiles() {
  const router = useRouter();
  const changes = useWorkflowChanges();
  const seen = useRef(changes);
  useEffect(() => {
    if (seen.current === changes) return;
    seen.current = changes;
    router.refresh();
  }, [changes, router]);
  return null;
}
