// Which ways a split takes, and which of them come through to its join.
import type { Step } from './drawn-workflow.ts';
import type { Position } from './oracle-data.ts';

export function branchesOf(step: Step): { key: string; start: string; item: Position['item'] }[] {
  switch (step.type) {
    case 'group':
      return step.members.map((id) => ({ key: id, start: id, item: null }));
    case 'map':
      return step.items.map((value, index) => {
        return { key: `${index}`, start: step.body, item: { name: step.as, value, index } };
      });
    case 'parallel':
      return Object.entries(step.branches).map(([key, start]) => ({ key, start, item: null }));
    default:
      return [];
  }
}

/** In a race: in written order when one goes at a time, else the quickest. The others are cut off while they wait. */
export function winnersOf(step: Step, stepOf: (id: string) => Step): Set<string> {
  const branches = branchesOf(step);
  const keys = branches.map(({ key }) => key);
  if (step.type !== 'parallel' || step.join === 'all') return new Set(keys);
  const minutes = (key: string) => {
    const first = stepOf(step.branches[key] as string);
    return first.type === 'wait' ? first.minutes : 0;
  };
  const inOrder = step.limit === 1 ? keys : keys.toSorted((a, b) => minutes(a) - minutes(b));
  return new Set(inOrder.slice(0, step.join === 'any' ? 1 : Math.floor(keys.length / 2) + 1));
}

/** The members of a group are entered together, whichever of them is named. */
export function entranceOf({ id, group }: Step, from: Step): string {
  return group === null || group === from.id ? id : group;
}
