import { LiveOnly } from '#app/_client/run-source.tsx';
import { lookOf, type Status, StatusIcon } from '#app/_components/status.tsx';
import { Duration } from '#app/_components/time.tsx';
import { shortDuration } from '#app/_components/time-words.ts';
import { countAll, countOf } from '#lib/engine/view/thin-timeline.ts';
import type { Bar } from '#lib/engine/view/timeline.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { RunUrl } from '../use-run-url.ts';
import { DetailsSection } from './details-section.tsx';

const shown = 50;

type Props = {
  runId: string;
  node: string;
  bars: readonly Bar[];
  attempts: number;
  url: Pick<RunUrl, 'hrefTo' | 'follow'>;
};

/** The visits and attempts of a node, newest first. How many there were is told once for the page: pauses are none. */
export function AttemptList({ runId, node, bars, attempts, url }: Props) {
  if (bars.length === 0) return null;
  const work = bars.filter(({ kind }) => kind !== 'backoff').toReversed();
  return (
    <DetailsSection heading="Attempts" aside={attempts}>
      <ol className="flex flex-col gap-1.5">
        {work.slice(0, shown).map((bar, index) => (
          <li key={bar.seq} className="text-sm">
            <p className="flex items-center gap-2">
              <StatusIcon status={statusOf(bar)} />
              <a
                href={url.hrefTo(placeOf(node, bar))}
                onClick={url.follow(placeOf(node, bar))}
                className="hover:text-accent hover:underline"
              >
                {bar.visit > 1 && `Visit ${bar.visit} · `}
                {bar.kind === 'waiting' ? (bar.end === null ? 'Waiting' : 'Waited') : `Attempt ${bar.attempt}`}
                <span className="sr-only">, {lookOf(statusOf(bar)).label}</span>
              </a>
              <CompareLink runId={runId} node={node} bar={bar} before={work.slice(index + 1).find(isAttempt)} />
              <span className="text-faint text-xs tabular-nums">
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

const isAttempt = (bar: Bar) => bar.attempt > 0 && bar.kind !== 'waiting' && countOf(bar) === 1;

/** Takes the room up to the time, whether or not there is something to compare with. */
function CompareLink({ runId, node, bar, before }: { runId: string; node: string; bar: Bar; before: Bar | undefined }) {
  if (!before || !isAttempt(bar)) return <span className="ml-auto" />;
  const { visit, attempt } = before;
  return (
    <span className="ml-auto">
      <LiveOnly>
        <a
          href={paths.compare(runId, { node, visit, attempt, with_visit: bar.visit, with_attempt: bar.attempt })}
          className="text-mute text-xs hover:text-accent hover:underline"
        >
          Compare
          <span className="sr-only">
            {' '}
            attempt {bar.attempt} of visit {bar.visit}
          </span>{' '}
          with the one before
        </a>
      </LiveOnly>
    </span>
  );
}

/** A wait before the first attempt is of the visit alone. */
function placeOf(node: string, { visit, attempt }: Bar) {
  return { node, visit, attempt: attempt > 0 ? attempt : null, pane: 'overview' } as const;
}
