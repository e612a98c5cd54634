import type { Problem } from './workflow-calls.ts';

export type LineProblem = { line: number; severity: Problem['severity']; words: string };

/** What is told beside each line: the worst first, all of them in one row. */
export function lineProblems(problems: Problem[]): LineProblem[] {
  const lines = Map.groupBy(problems, ({ line }) => line);
  return [...lines].map(([line, found]) => {
    const sorted = found.toSorted((a, b) => a.severity.localeCompare(b.severity));
    const words = sorted.map(({ message, suggestion }) => (suggestion ? `${message}; ${suggestion}` : message));
    return { line, severity: sorted[0]?.severity ?? 'error', words: words.join(' · ') };
  });
}

/** Where a place begins in a text; a place beyond its end is its end. */
export function offsetOf(text: string, { line, column }: Pick<Problem, 'line' | 'column'>): number {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return Math.min(text.length, before + Math.min(column - 1, lines[line - 1]?.length ?? 0));
}

/** The spaces that the line begins with in which the caret stands: what Enter repeats. */
export function indentAt(text: string, caret: number): string {
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  return /^ */.exec(text.slice(start, caret))?.[0] ?? '';
}
