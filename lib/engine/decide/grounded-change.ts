// A change that goes into a value which is kept beside the log, or adds to one, becomes one that sets that value anew: the
// fold has only handles and looks into none.
import type { Change } from '../../nodes/contract/outcome.ts';
import { asFlag } from '../../nodes/parts/as-flag.ts';
import { isLargeValue, noValues, openValue, type Values } from '../../nodes/parts/large-value.ts';
import { remember } from '../../workflow/expression/remember.ts';
import { changeData, type RunData, readData } from '../fold/change-data.ts';
import type { RunState } from '../state.ts';
import type { DecisionInput } from './decision-input.ts';

/** The paths from the root to the change's own, which is among them when the change adds to what is there. */
function pathsTo({ op, path }: Change): readonly string[] {
  const above = pathsAbove(path);
  return op === 'append' || op === 'merge' ? [...above, path] : above;
}

const pathsAbove = remember((path): readonly string[] => {
  const ends = [...path.matchAll(/\.|\[/g)].map(({ index }) => index).filter((end) => end > 0);
  return ends.map((end) => path.slice(0, end)).filter((one) => one !== 'computed' && one !== 'flags');
});

const isFlag = remember((path) => /^flags\.[^.[]+$/.test(path));

export function groundedChange<Data extends RunData>(data: Data, change: Change, values: Values): Change {
  if (change.op === 'set' && isFlag(change.path)) return { ...change, value: asFlag(change.value) };
  const path = pathsTo(change).find((one) => isLargeValue(readData(data, one, values)));
  if (path === undefined) return change;
  const opened = changeData(data, { op: 'set', path, value: openValue(readData(data, path, values), values) });
  const after = changeData(opened, groundedChange(opened, change, values));
  return { op: 'set', path, value: readData(after, path) };
}

export function groundedChanges(
  { state, values = noValues }: DecisionInput,
  wanted: Change[],
): { changes: Change[]; state: RunState } {
  let after = state;
  const changes = wanted.map((change) => {
    const grounded = groundedChange(after, change, values);
    after = changeData(after, grounded);
    return grounded;
  });
  return { changes, state: after };
}
