// One finding about a workflow file. Errors stop it from running; warnings do not.
export type Problem = {
  severity: 'error' | 'warning';
  code: string;
  /** Where the reader did not name the file: a workflow's file, or `source` for text that was sent. */
  file?: string;
  line: number;
  column: number;
  path: string;
  message: string;
  suggestion?: string;
};

export function inFile(file: string, problems: Problem[]): Problem[] {
  return problems.map(({ severity, code, ...rest }) => ({ severity, code, file, ...rest }));
}

/** `workflows/release.yaml:14:9 node "deploy" points to …; did you mean "smoke"?` */
export function describeProblem(problem: Problem, file = ''): string {
  const hint = problem.suggestion ? `; ${problem.suggestion}` : '';
  return `${file}${file ? ':' : ''}${problem.line}:${problem.column} ${problem.message}${hint}`;
}
