'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { gatesQuery, runsQuery, workflowsQuery } from '../../_client/queries.ts';
import { paletteEntries, runsTyped } from './palette-entries.ts';
import { usePaletteRun } from './palette-run.ts';

const typingPause = 150;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** What was found before stays until the newer answer is there, so that nothing jumps while one types. */
export function usePaletteEntries(typed: string) {
  const asked = useSettled(typed);
  const runs = useQuery({
    ...runsQuery(runsTyped(asked), { limit: 6 }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const workflows = useQuery({ ...workflowsQuery, staleTime: 0 });
  const gates = useQuery({ ...gatesQuery({ show: 'mine' }), staleTime: 0 });
  const run = usePaletteRun();
  const entries = paletteEntries(typed, {
    runs: runs.data?.runs ?? [],
    workflows: workflows.data ?? [],
    gates: gates.data?.gates ?? [],
    run,
  });
  return {
    entries,
    /** What is shown is not yet the answer to what is typed. */
    isSearching: asked !== typed || runs.isPlaceholderData || runs.isPending,
    hasFailed: runs.isError || workflows.isError || gates.isError,
    retry: () => Promise.all([runs.refetch(), workflows.refetch(), gates.refetch()]),
  };
}
