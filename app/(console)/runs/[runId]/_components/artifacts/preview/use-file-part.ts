'use client';
// A part of a file, read when it is looked at. An artifact never changes, so a part that was read is kept a while.
import { useQuery } from '@tanstack/react-query';
import { useRunSource } from '#app/_client/run-source.tsx';
import type { ArtifactView } from '#lib/runs/views.ts';

export type FilePart = { bytes: Uint8Array; from: number; size: number };

export function useFilePart(runId: string, { id, size }: ArtifactView, most: number, from = 0) {
  const source = useRunSource();
  const { data, error, isPending } = useQuery({
    queryKey: ['artifact-part', runId, id, source.isLive, from, most],
    queryFn: (): Promise<Uint8Array> =>
      size === 0 ? Promise.resolve(new Uint8Array()) : source.readBytes(runId, { kind: 'artifact', id }, most, from),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { part: data && { bytes: data, from, size }, error, isPending };
}

/** Whole lines of a part, unless it is one long line: what is cut at its ends belongs to the neighbours. */
export function linesOf({ bytes, from, size }: FilePart): string[] {
  const lines = new TextDecoder().decode(bytes).split('\n');
  if (lines.length > 2 && from > 0) lines.shift();
  if (lines.at(-1) === '' || (lines.length > 2 && from + bytes.length < size)) lines.pop();
  return lines;
}
