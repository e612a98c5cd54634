import type { Problem } from '#lib/workflow/problems/problem.ts';

export function countProblems(problems: Problem[]) {
  const count = (severity: Problem['severity']) => problems.filter((problem) => problem.severity === severity).length;
  const words = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  const errors = count('error');
  const warnings = count('warning');
  return {
    errors: { count: errors, words: words(errors, 'error') },
    warnings: { count: warnings, words: words(warnings, 'warning') },
  };
}
