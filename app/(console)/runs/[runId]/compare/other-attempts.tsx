import { classNames } from '#app/_components/ui/class-names.ts';
import { countOf } from '#lib/engine/view/thin-timeline.ts';
import { paths } from '#lib/paths.ts';
import type { NodeShown } from './node-comparison.tsx';

const mostShown = 40;

/** With which other attempt the left one is compared. Links: each comparison has an address. */
export function OtherAttempts({ node, left, right }: { node: string; left: NodeShown; right: NodeShown }) {
  const bars = right.history.timeline.tracks[node]?.bars ?? [];
  const attempts = bars
    .filter((bar) => bar.attempt > 0 && bar.kind !== 'backoff' && countOf(bar) === 1)
    .slice(-mostShown);
  const keys = [...new Set(attempts.map(({ visit, attempt }) => `${visit} ${attempt}`))];
  if (keys.length < 2) return null;
  return (
    <nav aria-label="Compare with" className="flex flex-wrap items-center gap-1.5 text-sm">
      <span className="text-mute">Compare with</span>
      {keys.map((key) => {
        const [visit = 1, attempt = 1] = key.split(' ').map(Number);
        const isChosen = right.view?.visit === visit && right.view.attempt === attempt;
        return (
          <a
            key={key}
            href={paths.compare(left.run.id, {
              ...(left.run.id === right.run.id ? {} : { with: right.run.id }),
              node,
              visit: left.view?.visit ?? 1,
              attempt: left.view?.attempt ?? null,
              with_visit: visit,
              with_attempt: attempt,
            })}
            aria-current={isChosen ? 'true' : undefined}
            className={classNames(
              'flex h-6 items-center rounded-md border px-1.5 text-xs phone:h-9 phone:px-2.5',
              isChosen ? 'border-accent bg-accent-soft text-accent' : 'border-line text-mute hover:bg-hover',
            )}
          >
            {`visit ${visit}, attempt ${attempt}`}
          </a>
        );
      })}
    </nav>
  );
}
