'use client';
import { type PointerEvent, useRef } from 'react';

/** So far a hand may shake while it clicks. */
const shake = 4;

/** Moves what scrolls with the mouse that is held down; a click that was a drag chooses nothing. Fingers scroll by themselves. */
export function useDragPan() {
  const from = useRef<{ x: number; y: number; left: number; top: number; isDrag: boolean } | null>(null);
  const wasDrag = useRef(false);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      wasDrag.current = false;
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      const { scrollLeft: left, scrollTop: top } = event.currentTarget;
      from.current = { x: event.clientX, y: event.clientY, left, top, isDrag: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const start = from.current;
      if (!start) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!start.isDrag && Math.hypot(dx, dy) < shake) return;
      if (!start.isDrag) event.currentTarget.setPointerCapture(event.pointerId);
      start.isDrag = true;
      event.currentTarget.scrollLeft = start.left - dx;
      event.currentTarget.scrollTop = start.top - dy;
    },
    onPointerUp() {
      wasDrag.current = from.current?.isDrag ?? false;
      from.current = null;
    },
    onPointerCancel() {
      from.current = null;
    },
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }) {
      if (!wasDrag.current) return;
      wasDrag.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
