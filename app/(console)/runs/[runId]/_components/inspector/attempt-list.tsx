import { lookOf, type Status, StatusIcon } from '#app/_components/status.tsx';
import { Duration } from '#app/_components/time.tsx';
import { shortDuration } from '#app/_components/time-words.ts';
import { countAll } from '#lib/engine/view/thin-timeline.ts';
import type { Bar } from '#lib/engine/view/timeline.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { DetailsSection } from './details-section.tsx';

const shown = 50;

/** The visits and attempts of a node, newest first. How many there were is told once for the page: pauses are none. */
export function AttemptList({ bars, attempts }: { bars: readonly Bar[]; attempts: number }) {
  if (bars.length === 0) return null;
  const work = bars.filter(({ kind }) => kind !== 'backoff').toReversed();
  return (
    <DetailsSection heading="Attempts" aside={attempts}>
      <ol className="flex flex-col gap-1.5">
        {work.slice(0, shown).map((bar) => (
          <li key={bar.seq} className="text-sm">
            <p className="flex items-center gap-2">
              <StatusIcon status={statusOf(bar)} />
              <span>
                {bar.visit > 1 && `Visit ${bar.visit} · `}
                {bar.kind === 'waiting' ? (bar.end === null ? 'Waiting' : 'Waited') : `Attempt ${bar.attempt}`}
                <span className="sr-only">, {lookOf(statusOf(bar)).label}</span>
              </span>
              <span className="ml-auto text-faint text-xs tabular-nums">
                {bar.end === null ? (
                  <Duration from={new Date(bar.start).toISOString()} to={null} />
                ) : (
                  shortDuration(bar.end - bar.start)
                )}
              </span>
            </p>
            {bar.note && <p className="ml-[22px] line-clamp-2 text-mute text-xs">{visibleText(bar.note)}</p>}
          </li>
        ))}
        {work.length > shown && (
          <li className="text-faint text-xs">… and {countAll(work.slice(shown))} earlier ones, in the trace</li>
        )}
      </ol>
    </DetailsSection>
  );
}

function statusOf({ kind, cut }: Bar): Status {
  return cut ? 'cancelled' : (kind as Status);
}
