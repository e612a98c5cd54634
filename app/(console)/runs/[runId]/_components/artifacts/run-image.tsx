'use client';
import type { ComponentProps } from 'react';
import { useArtifactUrl } from '#app/_client/run-source.tsx';

/** A picture among the artifacts of a run. */
export function RunImage({ runId, id, ...props }: { runId: string; id: string } & ComponentProps<'img'>) {
  // biome-ignore lint/performance/noImgElement: artifacts come from the run's own store, unoptimised on purpose
  return <img alt="" {...props} src={useArtifactUrl(runId, id)} />;
}
