'use client';
// The part of a drawing that is seen: it scrolls as anything does, so that arrows, fingers and wheels need nothing of ours, and
// is as large as its scale says. Without a scale the style sheet fits it into the page as far as words can still be read.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const smallest = 0.02;
const largest = 2;
const step = 1.25;
/** The room around the drawing. */
const padding = 24;

export type Box = { x: number; y: number; width: number; height: number };
type Size = { width: number; height: number };

export type Viewport = {
  view: RefObject<HTMLDivElement | null>;
  scale: number | null;
  zoomBy(steps: number): void;
  /** All of it. */
  fit(): void;
  centreOn(box: Box): void;
  isWhole(): boolean;
};

export function useViewport(size: Size): Viewport {
  const view = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState<number | null>(null);
  /** What stays where it is while the scale changes: a point of the drawing, and where that is on the screen. */
  const held = useRef<{ share: { x: number; y: number }; at: { x: number; y: number } } | null>(null);

  const zoomTo = useCallback(
    (next: (now: number) => number, point?: { x: number; y: number }) => {
      const drawing = view.current?.querySelector('svg')?.getBoundingClientRect();
      const frame = view.current?.getBoundingClientRect();
      if (!drawing || !frame) return;
      const at = point ?? { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 };
      const share = { x: (at.x - drawing.left) / drawing.width, y: (at.y - drawing.top) / drawing.height };
      held.current = { share, at };
      setScale(Math.min(largest, Math.max(smallest, next(drawing.width / size.width))));
    },
    [size.width],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the scale, which it does not read
  useLayoutEffect(() => {
    const drawing = view.current?.querySelector('svg')?.getBoundingClientRect();
    if (!held.current || !drawing || !view.current) return;
    const { share, at } = held.current;
    view.current.scrollLeft += drawing.left + share.x * drawing.width - at.x;
    view.current.scrollTop += drawing.top + share.y * drawing.height - at.y;
    held.current = null;
  }, [scale]);

  useEffect(() => {
    const element = view.current;
    const zoom = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomTo((now) => now * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
    };
    element?.addEventListener('wheel', zoom, { passive: false });
    return () => element?.removeEventListener('wheel', zoom);
  }, [zoomTo]);

  const zoomBy = useCallback((steps: number) => zoomTo((now) => now * step ** steps), [zoomTo]);
  const fit = useCallback(() => {
    const { clientWidth = 0, clientHeight = 0 } = view.current ?? {};
    const whole = Math.min((clientWidth - padding) / size.width, (clientHeight - padding) / size.height, 1);
    zoomTo(() => whole);
  }, [size.width, size.height, zoomTo]);
  const centreOn = useCallback(
    (box: Box) => {
      const element = view.current;
      const drawing = element?.querySelector('svg')?.getBoundingClientRect();
      if (!element || !drawing) return;
      const frame = element.getBoundingClientRect();
      const now = drawing.width / size.width;
      element.scrollLeft += drawing.left + (box.x + box.width / 2) * now - (frame.left + frame.width / 2);
      element.scrollTop += drawing.top + (box.y + box.height / 2) * now - (frame.top + frame.height / 2);
    },
    [size.width],
  );
  const isWhole = useCallback(() => {
    const { scrollWidth = 0, clientWidth = 0, scrollHeight = 0, clientHeight = 0 } = view.current ?? {};
    return scrollWidth <= clientWidth && scrollHeight <= clientHeight;
  }, []);
  return { view, scale, zoomBy, fit, centreOn, isWhole };
}
