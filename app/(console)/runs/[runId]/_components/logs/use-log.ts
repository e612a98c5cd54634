'use client';
// The lines of an attempt's output, by blocks as they come into view; the end is asked for again while it is being printed.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useRunSource } from '#app/_client/run-source.tsx';
import type { LogLines, LogPlace } from '#lib/runs/views.ts';

const blockSize = 500;
const liveEvery = 700;
const searchEvery = 5000;

export function useLogEnd(runId: string, place: LogPlace, isLive: boolean) {
  const source = useRunSource();
  return useQuery({
    queryKey: ['log', runId, place, 'end', isLive],
    queryFn: () => source.readLog(runId, place, { limit: blockSize }),
    refetchInterval: isLive ? liveEvery : false,
    placeholderData: keepPreviousData,
  });
}

/** The text of a line, or undefined while it is being read. Blocks that are whole never change. */
export function useLogLines(
  runId: string,
  place: LogPlace,
  end: LogLines,
  shown: readonly [number, number],
): (line: number) => string | undefined {
  const source = useRunSource();
  const wanted = blocksOf(shown).filter((block) => block * blockSize + 1 < end.first);
  const blocks = useQueries({
    queries: wanted.map((block) => ({
      queryKey: ['log', runId, place, block],
      queryFn: () => source.readLog(runId, place, { line: block * blockSize + 1, limit: blockSize }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  return (line) => {
    if (line >= end.first && line < end.first + end.lines.length) return end.lines[line - end.first];
    const block = Math.floor((line - 1) / blockSize);
    const read = blocks[wanted.indexOf(block)]?.data;
    return read?.lines[line - read.first];
  };
}

function blocksOf([from, to]: readonly [number, number]): number[] {
  const first = Math.floor(Math.max(0, from - 1) / blockSize);
  const last = Math.floor(Math.max(0, to - 1) / blockSize);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** A large log takes the server a while: nothing is looked for that is not wanted any more, and while it is printed not all the time. */
export function useLogSearch(runId: string, place: LogPlace, text: string, isLive: boolean) {
  const source = useRunSource();
  return useQuery({
    queryKey: ['log', runId, place, 'search', text, isLive],
    queryFn: ({ signal }) => source.searchLog(runId, place, text, signal),
    enabled: text !== '',
    refetchInterval: isLive && searchEvery,
    placeholderData: keepPreviousData,
    staleTime: isLive ? 0 : Number.POSITIVE_INFINITY,
  });
}
