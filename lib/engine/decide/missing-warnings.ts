// Where a graph lets missing references be empty, the run tells so: one warning for each path at each node, recorded in
// the same breath as what was decided with it. Whether it was told before follows from the state.
import type { GraphNode } from '../../workflow/graph.ts';
import { endTypes } from '../event-types.ts';
import type { Draft } from '../events.ts';
import type { Position, RunState } from '../state.ts';
import type { DecisionInput } from './decision-input.ts';

type Warning = Extract<Draft, { type: 'warning' }>;
export type Warn = (warning: Warning) => void;

export function missingReference(node: GraphNode, position: Position | null, path: string): Warning {
  const message = `${node.name} refers to "${path}", which is not set: an empty text stands for it`;
  const keys = position ? { visit: position.visit, attempt: position.attempt } : {};
  return { type: 'warning', node: node.id, ...keys, data: { code: 'missing_reference', message } };
}

/** Passes each warning on once, unless the run has been told already. */
export function warnOnce({ warnings }: Pick<RunState, 'warnings'>, tell: Warn): Warn {
  const told = new Set<string>();
  const keyOf = (node: string | null, message: string) => `${node} ${message}`;
  return (warning) => {
    const key = keyOf(warning.node ?? null, warning.data.message);
    if (told.has(key) || warnings.some(({ node, message }) => keyOf(node, message) === key)) return;
    told.add(key);
    tell(warning);
  };
}

/** Behind the drafts, because a gate's id is the number of its event; but nothing comes after the end of a run, nor between it and its verdicts. */
function withDrafts(drafts: Draft[], warnings: Warning[]): Draft[] {
  const isEnd = drafts.some(({ type }) => endTypes.has(type));
  return isEnd ? [...warnings, ...drafts] : [...drafts, ...warnings];
}

/** Decides, and adds what is to be warned of to the drafts that were decided. Whoever is inside of another leaves it to that. */
export function decideWithWarnings<Decided>(
  moment: DecisionInput,
  decide: (moment: DecisionInput) => Decided,
  add: (decided: Decided, toDrafts: (drafts: Draft[]) => Draft[]) => Decided,
): Decided {
  if (moment.graph.missing !== 'empty' || moment.warn) return decide(moment);
  const warnings: Warning[] = [];
  const decided = decide({ ...moment, warn: warnOnce(moment.state, (warning) => warnings.push(warning)) });
  return warnings.length === 0 ? decided : add(decided, (drafts) => withDrafts(drafts, warnings));
}
