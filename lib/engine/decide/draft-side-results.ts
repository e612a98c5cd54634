// What a decision did besides choosing a way, as facts in the order in which it happened: what it told people, the changes
// of the data, and between them the checkpoints, so that a copy holds exactly what was there when it was made.
import type { Change, SideResults } from '../../nodes/contract/outcome.ts';
import { nodeOf } from '../../workflow/graph.ts';
import type { Draft, EventOf } from '../events.ts';
import type { Position } from '../state.ts';
import { type DecisionInput, visitKeys } from './decision-input.ts';
import { draftChecks } from './evaluate-checks.ts';
import { groundedChanges } from './grounded-change.ts';

/** What a checkpoint kept. */
export type CheckpointCopy = Omit<EventOf<'rolled_back'>['data'], 'checkpoint'>;

const longestMessage = 16_384;

function draftMessages(moment: DecisionInput, position: Position, messages: string[]): Draft[] {
  if (nodeOf(moment.graph, position.node).trace !== 'full') return [];
  let offset = 0;
  return messages.map((message) => {
    const text = `${message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message.trimEnd()}\n`;
    const data = { stream: 'message' as const, text, offset };
    offset += text.length;
    return { type: 'output', ...visitKeys(position), data };
  });
}

/** `after` is the moment as it will be when the drafts are recorded. */
export function draftSideResults(
  moment: DecisionInput,
  position: Position,
  { changes: wanted = [], messages = [], warnings = [], checkpoints = [], verdicts = [] }: SideResults,
): { drafts: Draft[]; after: DecisionInput } {
  const keys = visitKeys(position);
  const { changes, state } = groundedChanges(moment, wanted);
  const drafts = draftMessages(moment, position, messages);
  for (const message of warnings) drafts.push({ type: 'warning', ...keys, data: { code: 'log_warning', message } });
  const addChanges = (part: Change[]) => {
    if (part.length > 0) drafts.push({ type: 'variable_set', ...keys, data: { changes: part } });
  };
  let recorded = 0;
  for (const { name, label, after } of checkpoints) {
    addChanges(changes.slice(recorded, after));
    recorded = after;
    drafts.push({ type: 'checkpoint_created', ...keys, data: { name, label } });
  }
  addChanges(changes.slice(recorded));
  for (const { node, result } of verdicts) {
    const visit = moment.state.nodes[node]?.visits ?? 1;
    drafts.push(...draftChecks(node === keys.node ? keys : { node, visit, attempt: 1 }, [result]));
  }
  return { drafts, after: { ...moment, state } };
}

/** Only the data goes back: what the run has done and where it stands is not undone. */
export function draftRollback(
  moment: DecisionInput,
  position: Position,
  checkpoint: string,
  { computed, flags, custom, user_responses }: CheckpointCopy,
): { drafts: Draft[]; after: DecisionInput } {
  const data = { checkpoint, computed, flags, custom, user_responses };
  const state = { ...moment.state, computed, flags, custom, user_responses };
  return { drafts: [{ type: 'rolled_back', ...visitKeys(position), data }], after: { ...moment, state } };
}
