import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { visibleText } from '#lib/html/visible-text.ts';
import type { CheckResult } from '#lib/nodes/parts/check-spec.ts';
import { DetailsSection } from './details-section.tsx';

const marks = {
  pass: { icon: CircleCheck, label: 'passed', tone: 'text-completed' },
  fail: { icon: CircleX, label: 'failed', tone: 'text-failed' },
  unknown: { icon: CircleHelp, label: 'could not be decided', tone: 'text-interrupted' },
};

/** The verdicts on a node's work, or on that of all nodes; `of` says whose. */
export function CheckList({ checks }: { checks: readonly (CheckResult & { of?: string })[] }) {
  if (checks.length === 0) return null;
  const passed = checks.filter(({ verdict }) => verdict === 'pass').length;
  return (
    <DetailsSection heading="Checks" aside={`${passed} of ${checks.length} passed`}>
      <ul className="flex flex-col gap-1.5 text-sm">
        {checks.map((check) => {
          const { icon: Icon, label, tone } = marks[check.verdict];
          return (
            <li key={`${check.of} ${check.name}`} className="flex items-start gap-2">
              <Icon role="img" aria-label={label} className={`mt-[3px] size-3.5 shrink-0 ${tone}`} />
              <div className="min-w-0 break-words">
                <p>
                  {check.of && <span className="text-mute">{check.of}: </span>}
                  {visibleText(check.name)}
                  {check.verdict !== 'pass' && check.on_fail === 'warn' && (
                    <span className="text-faint"> · only warns</span>
                  )}
                </p>
                {check.reason && <p className="text-mute text-xs">{visibleText(check.reason)}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </DetailsSection>
  );
}
