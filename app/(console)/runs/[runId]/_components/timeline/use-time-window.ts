'use client';
// Which part of the run's time is shown, on which scale: what the brush, the keys, the wheel and the slider all move.
import { useMemo } from 'react';
import type { TimeScale } from '#lib/engine/view/time/time-scale.ts';
import {
  atZoomLevel,
  moved,
  type Span,
  spanOf,
  type TimeWindow,
  windowAt,
  windowed,
  windowOf,
  windowWords,
  zoomed,
  zoomLevel,
} from '#lib/engine/view/time/time-window.ts';
import { useRested } from '../use-rested.ts';
import type { RunUrl } from '../use-run-url.ts';

export type TimeWindowHandle = {
  /** The scale of the whole run, and of what is shown of it. */
  whole: TimeScale;
  scale: TimeScale;
  span: Span;
  isWhole: boolean;
  /** From 0 to 1. */
  level: number;
  show(span: Span): void;
  showTime(window: TimeWindow): void;
  /** What stands at the share `focus` of what is shown stays there. */
  zoomBy(factor: number, focus?: number): void;
  zoomTo(level: number): void;
  moveBy(share: number): void;
  reset(): void;
};

export function useTimeWindow(whole: TimeScale, url: RunUrl): TimeWindowHandle {
  const { value, setValue } = useRested(url.window, (window) => url.goTo({ window }, 'replace'));
  return useMemo(() => {
    const window = windowOf(value);
    const scale = windowed(whole, window);
    const isWhole = scale === whole;
    const span = isWhole ? { left: 0, right: 1 } : spanOf(whole, window);
    const write = (next: TimeWindow | null) => setValue(next && windowWords(next));
    const show = (next: Span) => write(windowAt(whole, next));
    return {
      whole,
      scale,
      span,
      isWhole,
      level: zoomLevel(whole, span),
      show,
      showTime: write,
      zoomBy: (factor, focus) => show(zoomed(whole, span, factor, focus)),
      zoomTo: (level) => show(atZoomLevel(whole, span, level)),
      moveBy: (share) => show(moved(span, share)),
      reset: () => write(null),
    };
  }, [whole, value, setValue]);
}
