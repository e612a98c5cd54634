'use client';
// The row that the keys came to. Several rows may have the same address, as what has not begun has no visit yet and calls are
// their node's. Presses can come faster than the page is drawn, and the address shows every place that they passed, some of
// them late: only a place that they did not lead to takes the cursor away.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TimelineRow } from '#lib/engine/view/timeline-rows.ts';
import type { RunUrl } from '../use-run-url.ts';

type Place = { node: string | null; visit: number | null };
type Reached = { place: string; passed: Set<string> };
/** Where the keys are, also before it is drawn, and the rows that they passed since it was. */
type Steps = { key: string | null; passed: Set<string> };

const placeWords = ({ node, visit }: Place) => `${visit ?? ''} ${node ?? ''}`;

export type RowCursor = {
  key: string | null;
  latest(): Steps;
  goTo(row: TimelineRow, visit?: number | null): void;
  /** Whether the row has to take the focus: once, and not again when it is scrolled out of sight and back. */
  arrive(key: string): boolean;
};

export function useRowCursor(url: RunUrl): RowCursor {
  const [key, setKey] = useState<string | null>(null);
  const reached = useRef<Reached | null>(null);
  const awaited = useRef<string | null>(null);
  const steps = useRef<Steps>({ key: null, passed: new Set() });
  const latest = useRef(url);
  useEffect(() => {
    latest.current = url;
  });
  useEffect(() => {
    if (steps.current.key === key) steps.current.passed = new Set(key === null ? [] : [key]);
  }, [key]);
  const here = placeWords(url);
  useEffect(() => {
    const { current } = reached;
    if (!current) return;
    if (here === current.place) current.passed.clear();
    else if (!current.passed.has(here)) {
      reached.current = null;
      steps.current = { key: null, passed: new Set() };
      setKey(null);
    }
  }, [here]);
  const goTo = useCallback((row: TimelineRow, visit = row.visit) => {
    const place = { node: row.node, visit };
    const passed = reached.current?.passed ?? new Set();
    passed.add(reached.current?.place ?? placeWords(latest.current));
    reached.current = { place: placeWords(place), passed };
    steps.current.key = row.key;
    awaited.current = row.key;
    steps.current.passed.add(row.key);
    setKey(row.key);
    latest.current.goTo(place, 'replace');
  }, []);
  const arrive = useCallback((at: string) => {
    if (awaited.current !== at) return false;
    awaited.current = null;
    return true;
  }, []);
  const latestSteps = useCallback(() => steps.current, []);
  return { key, latest: latestSteps, goTo, arrive };
}
