// One finding about a workflow file. Errors stop it from running; warnings do not.
import { z } from 'zod';

export const problemSchema = z
  .object({
    severity: z.enum(['error', 'warning']),
    code: z.string(),
    file: z
      .string()
      .optional()
      .describe('Where the reader did not name the file: a workflow’s file, or `source` for text that was sent'),
    line: z.number(),
    column: z.number(),
    path: z.string(),
    message: z.string(),
    suggestion: z.string().optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;

export function inFile(file: string, problems: Problem[]): Problem[] {
  return problems.map(({ severity, code, ...rest }) => ({ severity, code, file, ...rest }));
}

/** `workflows/release.yaml:14:9 node "deploy" points to …; did you mean "smoke"?` */
export function describeProblem(problem: Problem, file = ''): string {
  const hint = problem.suggestion ? `; ${problem.suggestion}` : '';
  return `${file}${file ? ':' : ''}${problem.line}:${problem.column} ${problem.message}${hint}`;
}
