// Collects the problems of one file. Suggestions are rationed: looking for a near word among thousands of names, thousands
// of times, would let a hostile file keep the process busy.
import { visibleText } from '../../html/visible-text.ts';
import type { Place } from '../source/source-tree.ts';
import { type Path, pathText } from '../source/source-tree.ts';
import type { Problem } from './problem.ts';
import { nearest } from './suggest.ts';

const mostSuggestions = 100;
const mostProblems = 500;

export type Finding = { code: string; place: Place; path: Path; message: string; suggestion?: string | undefined };

export type Findings = {
  error(finding: Finding): void;
  warning(finding: Finding): void;
  didYouMean(word: string, candidates: Iterable<string>): string | undefined;
  hasErrors(): boolean;
  /** All of them in the order of the file; a file with very many is told how many more there are. */
  sorted(): Problem[];
};

export function createFindings(): Findings {
  const problems: Problem[] = [];
  let suggestions = 0;

  function add(severity: Problem['severity'], { code, place, path, message, suggestion }: Finding): void {
    const where = { line: place.line, column: place.column, path: visibleText(pathText(path)) };
    const problem: Problem = { severity, code, ...where, message: visibleText(message) };
    problems.push(suggestion === undefined ? problem : { ...problem, suggestion: visibleText(suggestion) });
  }

  return {
    error: (finding) => add('error', finding),
    warning: (finding) => add('warning', finding),
    didYouMean(word, candidates) {
      if (suggestions >= mostSuggestions) return undefined;
      suggestions++;
      const near = nearest(word, candidates);
      return near === undefined ? undefined : `did you mean "${near}"?`;
    },
    hasErrors: () => problems.some(({ severity }) => severity === 'error'),
    sorted() {
      const inOrder = problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
      if (inOrder.length <= mostProblems) return inOrder;
      const rest = inOrder.slice(mostProblems);
      const severity = rest.some((problem) => problem.severity === 'error') ? 'error' : 'warning';
      const { line = 1, column = 1 } = rest[0] ?? {};
      const message = `and ${rest.length} more problems from here on`;
      return [...inOrder.slice(0, mostProblems), { severity, code: 'more_problems', line, column, path: '', message }];
    },
  };
}
