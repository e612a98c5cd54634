// Two runs side by side: the ways that they took, what they were given and what their nodes gave.
import { isSame } from '../../nodes/parts/is-same.ts';
import type { RunState } from '../state.ts';
import type { Timeline } from '../view/timeline.ts';
import { compareValues, type ValueDiff } from './compare-values.ts';
import { lineDiff } from './line-diff.ts';
import { pathOf, type Step } from './run-path.ts';
import { withoutRunId } from './without-run-id.ts';

export type RunSide = { state: RunState; timeline: Timeline };
export type PathRow = { before: Step | null; after: Step | null };

export type RunComparison = {
  /** Null when one of them is too long for it. */
  path: PathRow[] | null;
  inputs: ValueDiff;
  /** Of the nodes whose outputs differ, and those whose outputs are the same. */
  outputs: { node: string; diff: ValueDiff }[];
  same: string[];
};

export function compareRuns(before: RunSide, after: RunSide): RunComparison {
  const [left, right] = [outputsOf(before), outputsOf(after)];
  const nodes = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  const isEqual = (node: string) => isSame(left[node], right[node]);
  return {
    path: comparePaths(pathOf(before.timeline), pathOf(after.timeline)),
    inputs: compareValues(before.state.inputs, after.state.inputs),
    outputs: nodes
      .filter((node) => !isEqual(node))
      .map((node) => ({ node, diff: compareValues(left[node], right[node]) })),
    same: nodes.filter(isEqual),
  };
}

function outputsOf({ state }: RunSide): Record<string, unknown> {
  return withoutRunId(state.outputs, state.run) as Record<string, unknown>;
}

/** The longest common way is kept; what only one of them did stands alone. */
function comparePaths(before: Step[] | null, after: Step[] | null): PathRow[] | null {
  if (!before || !after) return null;
  const named = (steps: Step[]) => steps.map(({ node, position }) => `${node} ${position}`);
  const rows = lineDiff(named(before), named(after));
  if (!rows) return null;
  let [left, right] = [0, 0];
  return rows.flatMap((row): PathRow[] => {
    const one = { before: row.before === null ? null : (before[left++] ?? null), after: null };
    const other = { before: null, after: row.after === null ? null : (after[right++] ?? null) };
    if (row.isSame) return [{ before: one.before, after: other.after }];
    return [one, other].filter((each) => each.before ?? each.after);
  });
}
