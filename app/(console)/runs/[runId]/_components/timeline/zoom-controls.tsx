'use client';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { Button } from '#app/_components/ui/button.tsx';
import type { TimeWindowHandle } from './use-time-window.ts';

/** How much nearer a press comes. */
export const zoomStep = 1.6;

export function ZoomControls({ time }: { time: TimeWindowHandle }) {
  const percent = Math.round(time.level * 100);
  return (
    <div className="flex items-center gap-1 phone:hidden">
      <Button
        size="sm"
        variant="ghost"
        className={time.isWhole ? 'invisible' : undefined}
        title="Show the whole run (0)"
        onClick={time.reset}
      >
        Whole run
      </Button>
      <Button
        size="icon"
        variant="ghost"
        aria-label="Zoom out"
        title="Zoom out (-)"
        aria-disabled={time.isWhole}
        onClick={() => time.zoomBy(1 / zoomStep)}
      >
        <ZoomOut aria-hidden />
      </Button>
      <input
        type="range"
        aria-label="Zoom"
        aria-valuetext={time.isWhole ? 'the whole run' : `${percent} %`}
        min={0}
        max={100}
        value={percent}
        onChange={({ target }) => time.zoomTo(target.valueAsNumber / 100)}
        className="h-1 w-24 cursor-ew-resize accent-accent max-lg:hidden"
      />
      <Button
        size="icon"
        variant="ghost"
        aria-label="Zoom in"
        title="Zoom in (+)"
        aria-disabled={time.level >= 1}
        onClick={() => time.zoomBy(zoomStep)}
      >
        <ZoomIn aria-hidden />
      </Button>
    </div>
  );
}
