'use client';

import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { countProblems } from '../count-problems.ts';
import type { Problem } from './workflow-calls.ts';

const icons = {
  error: { Icon: CircleX, tone: 'text-failed' },
  warning: { Icon: TriangleAlert, tone: 'text-waiting' },
};

type Props = { id: string; problems: Problem[]; note: string | null; onGo: (problem: Problem) => void };

/** What is wrong with the text, each leading to its place in it. `note` stands instead of "No problems". */
export function ProblemList({ id, problems, note, onGo }: Props) {
  const { errors, warnings } = countProblems(problems);
  const counted = [errors.count > 0 && errors.words, warnings.count > 0 && warnings.words].filter(Boolean).join(', ');
  return (
    <div className="border-line border-t">
      <p id={id} role="status" className="flex min-h-9 items-center gap-1.5 px-4 text-mute text-xs">
        {problems.length === 0 && note === null && <CircleCheck aria-hidden className="size-3.5 text-completed" />}
        {counted || note || 'No problems'}
        {counted && note && ` · ${note}`}
      </p>
      {problems.length > 0 && (
        <ul
          aria-label="Problems"
          className="max-h-64 divide-y divide-line-soft overflow-auto border-line-soft border-t"
        >
          {problems.map((problem) => {
            const { Icon, tone } = icons[problem.severity];
            return (
              <li
                key={`${problem.line}:${problem.column}:${problem.code}:${problem.path}`}
                className="flex items-start gap-2.5 px-4 py-2 text-sm"
              >
                <Icon role="img" aria-label={problem.severity} className={`mt-0.5 size-4 shrink-0 ${tone}`} />
                <div className="min-w-0 break-words">
                  <p>{problem.message}</p>
                  <p className="text-mute text-xs">
                    <button
                      type="button"
                      onClick={() => onGo(problem)}
                      className="font-mono text-accent hover:underline"
                    >
                      line {problem.line}, column {problem.column}
                    </button>
                    {problem.suggestion && <span> · {problem.suggestion}</span>}
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
