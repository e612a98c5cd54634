import { CircleX, TriangleAlert } from 'lucide-react';
import type { Problem } from '#lib/workflow/problems/problem.ts';
import { Panel } from '../../../_components/ui/panel.tsx';
import { countProblems } from '../count-problems.ts';

/** Every finding about the file, each leading to its line. */
export function Problems({ problems, file }: { problems: Problem[]; file: string }) {
  if (problems.length === 0) return null;
  const { errors, warnings } = countProblems(problems);
  const words = [errors.count > 0 && errors.words, warnings.count > 0 && warnings.words].filter(Boolean).join(', ');
  return (
    <Panel heading="Problems" aside={words}>
      <ul className="divide-y divide-line-soft">
        {problems.map((problem) => {
          const Icon = problem.severity === 'error' ? CircleX : TriangleAlert;
          return (
            <li
              key={`${problem.line}:${problem.column}:${problem.code}:${problem.path}`}
              className="flex items-start gap-2.5 px-4 py-2.5 text-sm"
            >
              <Icon
                role="img"
                aria-label={problem.severity}
                className={`mt-0.5 size-4 shrink-0 ${problem.severity === 'error' ? 'text-failed' : 'text-waiting'}`}
              />
              <div className="min-w-0">
                <p>{problem.message}</p>
                <p className="text-mute text-xs">
                  <a href={`#line-${problem.line}`} className="font-mono text-accent hover:underline">
                    {file}:{problem.line}:{problem.column}
                  </a>
                  {problem.suggestion && <span> · {problem.suggestion}</span>}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
