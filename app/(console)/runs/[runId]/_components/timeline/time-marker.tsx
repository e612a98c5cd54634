'use client';
// A line under the pointer that says which moment it stands at, and what the wheel does there. Both go past React: a pointer
// moves more often than a page should be drawn.
import { type RefObject, useEffect, useRef } from 'react';
import { exactTime } from '#app/_components/time-words.ts';
import { classNames } from '#app/_components/ui/class-names.ts';
import { momentAt } from '#lib/engine/view/time/time-scale.ts';
import { lengthWords } from './axis-words.ts';
import { barsColumn } from './timeline-axis.tsx';
import type { TimeWindowHandle } from './use-time-window.ts';

export function TimeMarker({ area, time }: { area: RefObject<HTMLElement | null>; time: TimeWindowHandle }) {
  const ruler = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLSpanElement>(null);
  const latest = useRef(time);
  useEffect(() => {
    latest.current = time;
  });
  useEffect(() => {
    const place = area.current;
    if (!place) return;
    const shareOf = ({ clientX }: MouseEvent) => {
      const box = ruler.current?.getBoundingClientRect();
      return box && box.width > 0 ? (clientX - box.left) / box.width : -1;
    };
    const follow = (event: PointerEvent) => {
      const share = shareOf(event);
      if (!line.current) return;
      line.current.hidden = share < 0 || share > 1 || event.pointerType === 'touch';
      if (line.current.hidden) return;
      const { scale } = latest.current;
      const moment = momentAt(scale, share);
      const at = new Date(moment).toISOString();
      line.current.style.left = `${share * 100}%`;
      line.current.dataset.side = share > 0.7 ? 'left' : 'right';
      const label = line.current.firstElementChild;
      if (label)
        label.textContent = `${lengthWords(moment - scale.origin)} · ${exactTime(at, 'local').slice(11)}${at.slice(19, 23)}`;
    };
    const leave = () => {
      if (line.current) line.current.hidden = true;
    };
    const turn = (event: WheelEvent) => {
      const share = shareOf(event);
      if (share < -0.5) return;
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (event.ctrlKey || event.metaKey)
        latest.current.zoomBy(Math.exp(-event.deltaY * unit * 0.003), Math.min(1, Math.max(0, share)));
      else if (isSideways && !latest.current.isWhole)
        latest.current.moveBy(((event.deltaX || event.deltaY) * unit) / 800);
      else return;
      event.preventDefault();
    };
    place.addEventListener('pointermove', follow);
    place.addEventListener('pointerleave', leave);
    place.addEventListener('wheel', turn, { passive: false });
    return () => {
      place.removeEventListener('pointermove', follow);
      place.removeEventListener('pointerleave', leave);
      place.removeEventListener('wheel', turn);
    };
  }, [area]);
  return (
    <div
      ref={ruler}
      aria-hidden
      className={classNames('pointer-events-none absolute inset-y-0 z-[6] phone:hidden', barsColumn)}
    >
      <span ref={line} hidden data-marker className="group absolute inset-y-0 w-px bg-accent/50">
        <span className="absolute top-[42px] left-1 whitespace-nowrap rounded-sm border border-line bg-raised px-1 text-2xs text-ink tabular-nums shadow-raised group-data-[side=left]:right-1 group-data-[side=left]:left-auto" />
      </span>
    </div>
  );
}
