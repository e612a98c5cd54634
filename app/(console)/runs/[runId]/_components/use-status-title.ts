'use client';
import { useEffect } from 'react';
import { lookOf } from '#app/_components/status.tsx';
import type { RunStatus } from '#lib/engine/state.ts';

/** The browser's tab says how the run stands, also while another tab is looked at. */
export function useStatusTitle(status: RunStatus) {
  useEffect(() => {
    const [, ...rest] = document.title.split(' · ');
    document.title = [lookOf(status).label, ...rest].join(' · ');
  }, [status]);
}
