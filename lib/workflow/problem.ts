// One finding about a workflow file. Errors stop it from running; warnings do not.
export type Problem = {
  severity: 'error' | 'warning';
  code: string;
  line: number;
  column: number;
  path: string;
  message: string;
  suggestion?: string;
};

/** `workflows/release.yaml:14:9 node "deploy" points to …; did you mean "smoke"?` */
export function describeProblem(problem: Problem, file = ''): string {
  const hint = problem.suggestion ? `; ${problem.suggestion}` : '';
  return `${file}${file ? ':' : ''}${problem.line}:${problem.column} ${problem.message}${hint}`;
}
