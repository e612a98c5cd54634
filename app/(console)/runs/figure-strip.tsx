'use client';
// All runs in four figures, each a way to the runs behind it. A phone has room for the two that somebody must act on.
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { RunFigures } from '#lib/runs/views.ts';
import { figuresQuery } from '../../_client/queries.ts';
import { type RunListFilter, runListQuery } from '../../_client/run-list-filter.ts';
import { shortDuration } from '../../_components/time-words.ts';
import { classNames } from '../../_components/ui/class-names.ts';
import { Popover } from '../../_components/ui/popover.tsx';
import { costWords } from './[runId]/_components/cost-words.ts';

const to = (filter: RunListFilter) => paths.runs() + runListQuery(filter);
const mostWaits = 3;
/** The last change may have come while the figures before it were still kept. */
const refetchInterval = 15_000;

export function FigureStrip({ initial }: { initial: RunFigures }) {
  const { data } = useQuery({ ...figuresQuery, initialData: initial, refetchInterval });
  const { waiting, failed_today: failed, waits, costs } = data;
  return (
    <section
      aria-label="At a glance"
      className="grid grid-cols-[auto_auto_minmax(0,1fr)_auto] gap-x-10 gap-y-3 border-line border-b bg-panel px-5 py-2.5 max-lg:gap-x-6 phone:grid-cols-2 phone:px-4"
    >
      <Figure label="Waiting on people">
        <Count
          count={waiting}
          href={to({ asks: true })}
          words={waiting === 1 ? 'run waits on people' : 'runs wait on people'}
          tone="text-waiting"
        />
      </Figure>
      <Figure label="Failed today">
        <Count
          count={failed}
          href={to({ status: 'failed', ended_since: 'today' })}
          words={failed === 1 ? 'run failed today' : 'runs failed today'}
          tone="text-failed"
        />
      </Figure>
      <Figure label="Median wait for an answer, 7 days" className="min-w-24 phone:hidden">
        {waits.length === 0 ? (
          <span className="whitespace-nowrap text-faint text-sm">no answers yet</span>
        ) : (
          <>
            <ul className={classNames('flex min-w-0 gap-x-5 overflow-hidden', waits.length > 1 && 'max-lg:hidden')}>
              {waits.slice(0, mostWaits).map((wait) => (
                <li key={wait.workflow} className="min-w-0">
                  <Wait {...wait} />
                </li>
              ))}
            </ul>
            {waits.length > 1 && (
              <Popover
                button="All"
                align="end"
                className={classNames('lg:ml-4', waits.length <= mostWaits && 'lg:hidden')}
              >
                <ul aria-label="Median wait of every workflow" className="-m-1 max-h-[50vh] overflow-auto text-base">
                  {waits.map((wait) => (
                    <li key={wait.workflow} className="px-1 py-1">
                      <Wait {...wait} />
                    </li>
                  ))}
                </ul>
              </Popover>
            )}
          </>
        )}
      </Figure>
      <Figure label="Cost by day" className="phone:hidden">
        <CostBars costs={costs} />
      </Figure>
    </section>
  );
}

function Wait({ workflow, name, median, answers }: RunFigures['waits'][number]) {
  return (
    <Link
      href={to({ workflow, since: '7d' })}
      prefetch={false}
      title={`${visibleText(name)}: ${answers} answers`}
      className="flex min-w-0 items-baseline gap-1.5 hover:underline"
    >
      <span className="shrink-0 font-semibold tabular-nums">{shortDuration(median)}</span>
      <span className="truncate text-mute text-xs">{visibleText(name)}</span>
    </Link>
  );
}

function Figure({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={classNames('flex flex-col gap-0.5', className)}>
      <h2 className="truncate text-faint text-xs">{label}</h2>
      <div className="flex min-h-6 items-center text-lg">{children}</div>
    </div>
  );
}

function Count({ count, href, words, tone }: { count: number; href: string; words: string; tone: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className={classNames('font-semibold tabular-nums hover:underline', count > 0 ? tone : 'text-mute')}
    >
      {count.toLocaleString('en')}
      <span className="sr-only"> {words}</span>
    </Link>
  );
}

const tall = 20;

/** One bar a day, the highest as tall as there is room. */
function CostBars({ costs }: { costs: RunFigures['costs'] }) {
  const most = Math.max(...costs.map(({ cost }) => cost), 0);
  const sum = costs.reduce((all, { cost }) => all + cost, 0);
  return (
    <div className="flex items-end gap-2.5">
      <ul className="flex items-end gap-0.5">
        {costs.map(({ day, cost }) => {
          const height = most > 0 && cost > 0 ? Math.max(3, Math.round((cost / most) * tall)) : 1;
          return (
            <li key={day} className="flex">
              <Link
                href={to({ since: day, until: day })}
                prefetch={false}
                title={`${day}: ${costWords(cost)}`}
                className="rounded-sm text-accent hover:text-accent-strong"
              >
                <svg aria-hidden="true" width="12" height="22" className="block">
                  <rect
                    x="1"
                    y={22 - height}
                    width="10"
                    height={height}
                    rx="1"
                    className={cost > 0 ? 'fill-current' : 'fill-line-strong'}
                  />
                </svg>
                <span className="sr-only">
                  {day}: {costWords(cost)}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      <span className="text-mute text-xs tabular-nums">
        {sum > 0 ? costWords(sum) : 'none'}
        <span className="max-lg:sr-only"> in 7 days</span>
      </span>
    </div>
  );
}
