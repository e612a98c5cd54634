import { lookOf, StatusIcon } from '#app/_components/status.tsx';
import { shortDuration } from '#app/_components/time-words.ts';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { PathRow } from '#lib/engine/compare/compare-runs.ts';
import type { Step } from '#lib/engine/compare/run-path.ts';
import { paths } from '#lib/paths.ts';
import { costWords } from '../_components/cost-words.ts';

type Props = { rows: PathRow[]; ids: [string, string]; nameOf: (node: string) => string };

/** The steps of two runs beside each other; one that only one of them took stands alone. */
export function PathTable({ rows, ids: [left, right], nameOf }: Props) {
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <colgroup>
        <col className="w-2/5" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ before, after }) => {
          const step = (before ?? after) as Step;
          const name = `${nameOf(step.node)}${step.visit > 1 ? `, visit ${step.visit}` : ''}`;
          return (
            <tr
              key={`${before?.visit} ${after?.visit} ${step.node}`}
              className={classNames(
                'border-line-soft border-b last:border-0',
                !after && 'bg-failed-soft',
                !before && 'bg-completed-soft',
              )}
            >
              <th scope="row" className="truncate px-4 py-1.5 text-left font-normal phone:whitespace-normal phone:px-3">
                {before && after ? (
                  <a
                    href={paths.compare(left, {
                      with: right,
                      node: step.node,
                      visit: before.visit,
                      with_visit: after.visit,
                    })}
                    className="hover:text-accent hover:underline"
                  >
                    {name}
                  </a>
                ) : (
                  name
                )}
              </th>
              <StepCell step={before} />
              <StepCell step={after} />
              <td className="px-4 py-1.5 text-right text-mute text-xs tabular-nums phone:px-2">
                {before && after && differenceWords(before, after)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function StepCell({ step }: { step: Step | null }) {
  return (
    <td className="px-4 py-1.5 tabular-nums phone:px-2">
      {step ? (
        <span className="flex flex-wrap items-center gap-x-2">
          <StatusIcon status={step.status} />
          <span className="sr-only">{lookOf(step.status).label}, </span>
          {step.ms === null ? 'not over' : shortDuration(step.ms)}
          {step.attempts > 1 && <span className="text-mute text-xs">{step.attempts} attempts</span>}
          {step.tokens > 0 && (
            <span className="text-mute text-xs">
              {step.tokens.toLocaleString('en')} tokens, {step.cost === null ? 'cost not known' : costWords(step.cost)}
            </span>
          )}
        </span>
      ) : (
        <span className="text-mute">not taken</span>
      )}
    </td>
  );
}

/** How much longer it took, and how much more it cost. */
function differenceWords(before: Step, after: Step): string {
  const more = (a: number | null, b: number | null, words: (size: number) => string) =>
    a === null || b === null || a === b ? [] : [`${b > a ? '+' : '−'}${words(Math.abs(b - a))}`];
  return [...more(before.ms, after.ms, shortDuration), ...more(before.cost, after.cost, costWords)].join(' · ');
}
