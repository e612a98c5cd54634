'use client';
import { History } from 'lucide-react';
import { LiveOnly } from '#app/_client/run-source.tsx';
import { useTicking } from '#app/_components/time.tsx';
import { exactTime } from '#app/_components/time-words.ts';
import { Button } from '#app/_components/ui/button.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { SavedImage } from '#lib/engine/view/timeline.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { RunImage } from '../artifacts/run-image.tsx';
import type { Naming } from '../naming.ts';
import { changeWords } from '../state/state-change-list.tsx';
import { eventWords } from '../trace/event-words.ts';
import type { Travel } from './use-travel.ts';

/**
 * Goes back through the run, event by event, under every tab. At the right end the page is in the present again. Whatever
 * it says, it is as high and its track as wide as before: a hand that drags it finds it where it was.
 */
export function Scrubber({
  runId,
  last,
  travel: { at, past, moveTo },
  images,
  artifacts,
  naming,
  onOpenImage,
}: {
  runId: string;
  last: number;
  travel: Travel;
  /** The screenshots of the run, in the order of their events. */
  images: SavedImage[];
  /** What is known of them so far. */
  artifacts: ReadonlyMap<string, ArtifactView>;
  naming: Naming;
  onOpenImage: (id: string) => void;
}) {
  const event = past?.event;
  const exact = useTicking((_, zone) => (event ? exactTime(event.at, zone).slice(11) : ''));
  const seen = at === null ? undefined : images.findLast(({ seq }) => seq <= at);
  return (
    <section
      aria-label="The run as it was"
      className={classNames(
        'sticky bottom-0 z-10 mt-auto h-16 border-line border-t bg-panel px-5 py-2 text-xs noscript:hidden',
        'phone:bottom-(--shell-bottom) phone:px-3',
        at === null && 'phone:hidden',
      )}
    >
      <div className="grid grid-cols-[296px_minmax(0,1fr)_212px] items-center gap-4 max-lg:grid-cols-[minmax(0,1fr)_212px] phone:grid-cols-[minmax(0,1fr)_auto]">
        <p className="flex h-7 min-w-0 items-center gap-2 text-mute max-lg:hidden">
          <History aria-hidden className="size-3.5 shrink-0 text-faint" />
          {at === null ? (
            <span className="truncate">Drag to see the run as it was</span>
          ) : (
            <span className="truncate tabular-nums">
              Event <b className="font-semibold text-ink">{at}</b> of {last} · {exact}
            </span>
          )}
        </p>
        <input
          type="range"
          min={1}
          max={last}
          value={at ?? last}
          aria-label="Event"
          aria-valuetext={at === null ? 'the present' : `event ${at} of ${last}`}
          onChange={({ target }) => moveTo(target.valueAsNumber >= last ? null : target.valueAsNumber)}
          className="h-1 w-full min-w-0 cursor-ew-resize accent-accent"
        />
        <span className={classNames('flex justify-end gap-2', at === null && 'invisible')}>
          <LiveOnly>
            <ButtonLink size="sm" href={paths.runPlan(runId, 'fork', { at: at ?? last })} className="phone:hidden">
              Fork from here
            </ButtonLink>
          </LiveOnly>
          <Button size="sm" onClick={() => moveTo(null)}>
            Back to now
          </Button>
        </span>
      </div>
      <p className="flex h-5 min-w-0 items-center gap-2 overflow-hidden" aria-live="polite">
        {at !== null && (
          <>
            {seen && (
              <button
                type="button"
                onClick={() => onOpenImage(seen.id)}
                aria-label={`The screenshot of that moment, ${visibleText(artifacts.get(seen.id)?.name ?? '')}`}
                className="h-5 shrink-0"
              >
                <RunImage runId={runId} id={seen.id} className="h-5 w-8 rounded-sm border border-line object-cover" />
              </button>
            )}
            <span className="shrink-0 font-medium text-accent">As it was then</span>
            <span className="truncate font-mono text-mute">
              {event
                ? `${event.node === undefined ? 'The run' : naming.node(event.node)} · ${visibleText(eventWords(event, naming))}`
                : 'Reading …'}
              {past && past.changes.length > 0 && (
                <span className="text-faint"> · {past.changes.map((change) => changeWords(change)).join(', ')}</span>
              )}
            </span>
          </>
        )}
      </p>
    </section>
  );
}
