import type { ReactNode } from 'react';
import { StatusIcon } from '#app/_components/status.tsx';
import { classNames } from '#app/_components/ui/class-names.ts';
import { mainPosition } from '#lib/engine/position.ts';
import type { NodeView } from '#lib/engine/view/node-view.ts';
import { countOf } from '#lib/engine/view/thin-timeline.ts';
import type { Bar } from '#lib/engine/view/timeline.ts';
import { statusOfBars } from '#lib/engine/view/timeline-lanes.ts';
import { isOfVisit } from '#lib/engine/view/visit-range.ts';
import type { GraphNode } from '#lib/workflow/graph.ts';
import type { Naming } from '../naming.ts';
import { positionWords } from '../position-words.ts';
import type { RunUrl } from '../use-run-url.ts';

const mostShown = 60;

type Place = { node: string; visit: number | null; attempt?: number | null };

/** Which visit is looked at, when there were several: rounds of a loop, branches of a fork. Links, so that each has an address. */
export function VisitChooser({
  node,
  bars,
  visit,
  naming,
  url,
}: {
  node: GraphNode;
  bars: readonly Bar[];
  visit: number | null;
  naming: Naming;
  url: RunUrl;
}) {
  const visits = Map.groupBy(bars, (bar) => bar.visit);
  if (visits.size < 2) return null;
  const newest = [...visits].slice(-mostShown);
  const isAmong = visit === null || newest.some(([number]) => number === visit);
  const shown: [number, readonly Bar[]][] = isAmong
    ? newest
    : [[visit, bars.filter((bar) => isOfVisit(bar, visit))], ...newest];
  return (
    <nav aria-label="Visits" className="mb-3 max-h-32 overflow-y-auto px-4">
      <ul className="flex flex-wrap gap-1">
        <li>
          <Choice place={{ node: node.id, visit: null }} isChosen={visit === null} url={url}>
            Latest
          </Choice>
        </li>
        {shown.map(([number, own]) => {
          const position = own[0]?.position ?? mainPosition;
          return (
            <li key={number}>
              <Choice place={{ node: node.id, visit: number }} isChosen={visit === number} url={url}>
                <StatusIcon status={statusOfBars(own)} className="size-3" />
                {position === mainPosition ? `visit ${number}` : positionWords(position, naming.node)}
              </Choice>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Which attempt of the visit is looked at, when there were several. */
export function AttemptChooser({ node, shown, url }: { node: GraphNode; shown: NodeView; url: RunUrl }) {
  const visit = shown.visit ?? shown.visits;
  const work = shown.allBars.filter((bar) => bar.attempt > 0 && bar.visit === visit && countOf(bar) === 1);
  const attempts = Map.groupBy(work, (bar) => bar.attempt);
  if (attempts.size < 2) return null;
  const place = { node: node.id, visit: url.visit };
  return (
    <nav aria-label="Attempts" className="mb-3 max-h-32 overflow-y-auto px-4">
      <ul className="flex flex-wrap gap-1">
        <li>
          <Choice place={place} isChosen={shown.attempt === null} url={url}>
            All attempts
          </Choice>
        </li>
        {[...attempts].slice(-mostShown).map(([attempt, bars]) => (
          <li key={attempt}>
            <Choice place={{ ...place, visit, attempt }} isChosen={shown.attempt === attempt} url={url}>
              <StatusIcon status={statusOfBars(bars)} className="size-3" />
              {`attempt ${attempt}`}
            </Choice>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Choice({
  place,
  isChosen,
  url,
  children,
}: {
  place: Place;
  isChosen: boolean;
  url: RunUrl;
  children: ReactNode;
}) {
  return (
    <a
      href={url.hrefTo(place)}
      onClick={url.follow(place)}
      aria-current={isChosen ? 'true' : undefined}
      className={classNames(
        'flex h-6 items-center gap-1 rounded-md border px-1.5 text-xs phone:h-9 phone:px-2.5',
        isChosen ? 'border-accent bg-accent-soft text-accent' : 'border-line text-mute hover:bg-hover',
      )}
    >
      {children}
    </a>
  );
}
