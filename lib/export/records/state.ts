// The run's data as YAML: where it stands, all that it went through, what was answered, computed and flagged, its
// checkpoints with what they keep, and the fields of its own.
import { stringify } from 'yaml';
import type { RunEvent } from '../../engine/events.ts';
import type { HistoryEntry, RunState } from '../../engine/state.ts';
import type { ExportedRun } from './exported-run.ts';
import { type OwnWords, ownWords } from './own-words.ts';
import type { RunRecord } from './record.ts';

export const state: RunRecord = {
  summary: 'The run’s data, in YAML',
  bundled: 'all',
  files: (run) => [{ path: 'state.yaml', type: 'application/yaml', text: () => textOf(run) }],
};

async function* textOf(exported: ExportedRun): AsyncGenerator<string> {
  const { workflow_name, workflow_version, status, inputs, outputs } = exported.run.state;
  const words = ownWords(exported);
  const { current_node, previous_node, ...data } = dataOf(exported.run.state, words);
  const dump = {
    workflow_name,
    workflow_version,
    status,
    current_node,
    previous_node,
    history: words.steps(await wholeHistory(exported)),
    ...data,
    checkpoints: await checkpointsOf(exported, words),
    inputs,
    outputs,
  };
  yield stringify(dump, { schema: 'core', lineWidth: 0, aliasDuplicateObjects: false });
}

function dataOf({ current_node, previous_node, flags, ...state }: RunState, words: OwnWords) {
  const { user_responses, computed, custom } = words.data(state);
  const nameOf = (id: string | null) => (id === null ? null : words.node(id));
  return {
    current_node: nameOf(current_node),
    previous_node: nameOf(previous_node),
    user_responses,
    computed,
    flags,
    ...custom,
  };
}

/** The state of a run keeps the end of its history; the events have all of it. */
async function wholeHistory({ events }: ExportedRun): Promise<HistoryEntry[]> {
  const history: HistoryEntry[] = [];
  for await (const page of events({ types: ['node_completed', 'node_failed', 'node_skipped'] })) {
    history.push(...page.flatMap(entryOf));
  }
  return history;
}

function entryOf(event: RunEvent): HistoryEntry[] {
  const entry = (node: string | undefined, outcome: Record<string, unknown>) => [
    { node: node ?? '', outcome, timestamp: event.at },
  ];
  if (event.type === 'node_completed') return entry(event.node, event.data.outcome);
  if (event.type === 'node_failed') return entry(event.node, { success: false, error: event.data.error.message });
  return event.type === 'node_skipped' ? entry(event.node, { skipped: event.data.reason }) : [];
}

/** Each is a copy of the data as it was when it was made. */
async function checkpointsOf({ run, stateAt }: ExportedRun, words: OwnWords): Promise<Record<string, unknown>> {
  const kept = Object.entries(run.state.checkpoints).map(async ([name, { seq, label, at }]) => {
    const then = await stateAt(seq);
    return [name, { label, at, ...(then ? dataOf(then, words) : {}) }] as const;
  });
  return Object.fromEntries(await Promise.all(kept));
}
