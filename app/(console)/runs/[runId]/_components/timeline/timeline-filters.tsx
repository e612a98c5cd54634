'use client';
import { ListFilter } from 'lucide-react';
import { Button } from '#app/_components/ui/button.tsx';
import { controlStyle } from '#app/_components/ui/control-style.ts';
import type { RowFilter } from '#lib/engine/view/timeline-rows.ts';
import type { TimeWindowHandle } from './use-time-window.ts';
import { ZoomControls } from './zoom-controls.tsx';

export function TimelineFilters({
  filter,
  onFilter,
  hasFolds,
  foldIdle,
  onFoldIdle,
  time,
}: {
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
  hasFolds: boolean;
  foldIdle: boolean;
  onFoldIdle: (fold: boolean) => void;
  time: TimeWindowHandle;
}) {
  return (
    <div className="flex h-10 items-center gap-2 px-5 noscript:hidden phone:px-3">
      <label className="relative w-56 phone:flex-1">
        <ListFilter
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2 size-3.5 -translate-y-1/2 text-faint"
        />
        <input
          type="search"
          aria-label="Filter nodes"
          placeholder="Filter nodes"
          data-filter
          value={filter.text}
          onChange={(event) => onFilter({ ...filter, text: event.target.value })}
          className={controlStyle('h-[26px] pl-7 text-xs')}
        />
      </label>
      <Toggle
        label="Errors only"
        isOn={filter.errorsOnly}
        onChange={(errorsOnly) => onFilter({ ...filter, errorsOnly })}
      />
      <span className="ml-auto flex items-center gap-2 phone:hidden">
        {hasFolds && <Toggle label="Waiting folded" isOn={foldIdle} onChange={onFoldIdle} />}
        <ZoomControls time={time} />
      </span>
    </div>
  );
}

export function Toggle({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (on: boolean) => void }) {
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
    >
      {label}
    </Button>
  );
}
