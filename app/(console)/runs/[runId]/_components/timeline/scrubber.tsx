'use client';
import { History } from 'lucide-react';
import { useTicking } from '#app/_components/time.tsx';
import { exactTime } from '#app/_components/time-words.ts';
import { Button } from '#app/_components/ui/button.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import type { RunEvent } from '#lib/engine/events.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { Naming } from '../naming.ts';
import { eventWords } from '../trace/event-words.ts';

/** Goes back through the run, event by event. At the right end the page is in the present again. */
export function Scrubber({
  runId,
  last,
  at,
  event,
  naming,
  onMove,
}: {
  runId: string;
  last: number;
  at: number | null;
  event: RunEvent | undefined;
  naming: Naming;
  onMove: (at: number | null) => void;
}) {
  const exact = useTicking((_, zone) => (event ? exactTime(event.at, zone).slice(11) : ''));
  return (
    <div className="sticky bottom-0 z-10 mt-auto grid grid-cols-[312px_minmax(0,1fr)] items-center gap-2 border-line border-t bg-panel px-5 py-2 text-xs noscript:hidden phone:hidden">
      <p className="flex min-w-0 items-center gap-2 text-mute">
        <History aria-hidden className="size-3.5 shrink-0 text-faint" />
        {at === null ? (
          <span className="truncate">Drag to see the run as it was</span>
        ) : (
          <span className="truncate tabular-nums">
            Event <b className="font-semibold text-ink">{at}</b> of {last} · {exact} ·{' '}
            <span className="text-accent">as it was then</span>
          </span>
        )}
      </p>
      <div className="flex items-center gap-3">
        <input
          type="range"
          min={1}
          max={last}
          value={at ?? last}
          aria-label="Event"
          aria-valuetext={at === null ? 'the present' : `event ${at} of ${last}`}
          onChange={({ target }) => onMove(target.valueAsNumber >= last ? null : target.valueAsNumber)}
          className="h-1 min-w-0 flex-1 cursor-ew-resize accent-accent"
        />
        {at !== null && (
          <>
            <ButtonLink size="sm" href={paths.runPlan(runId, 'fork', { at })}>
              Fork from here
            </ButtonLink>
            <Button size="sm" onClick={() => onMove(null)}>
              Back to now
            </Button>
          </>
        )}
      </div>
      {at !== null && event && (
        <p className="col-span-2 truncate font-mono text-faint">
          {event.node === undefined ? 'The run' : naming.node(event.node)} · {visibleText(eventWords(event, naming))}
        </p>
      )}
    </div>
  );
}
