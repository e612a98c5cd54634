'use client';
// A run with very many files comes with the first of them; the others are read behind it, page after page.
import { useEffect, useState } from 'react';
import { useRunSource } from '#app/_client/run-source.tsx';
import type { ArtifactView, RunPage } from '#lib/runs/views.ts';

/** `retry` where they could not be read. */
export type Rest = { retry: (() => void) | null };

export function useAllArtifacts(
  { run: { id: runId }, nextArtifact }: RunPage,
  onRead: (artifacts: ArtifactView[]) => void,
): Rest {
  const source = useRunSource();
  const [from, setFrom] = useState(nextArtifact);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (from === null || hasFailed) return;
    let isWanted = true;
    source.readArtifacts(runId, from).then(
      ({ artifacts, next }) => {
        if (!isWanted) return;
        onRead(artifacts);
        setFrom(next);
      },
      () => isWanted && setHasFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [source, runId, from, hasFailed, onRead]);
  return { retry: hasFailed ? () => setHasFailed(false) : null };
}
