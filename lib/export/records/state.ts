// The run's data as YAML: where it stands, what was answered, computed and flagged, and the fields of its own.
import { stringify } from 'yaml';
import type { ExportedRun } from './exported-run.ts';
import type { RunRecord } from './record.ts';

export const state: RunRecord = {
  summary: 'The run’s data, in YAML',
  bundled: 'all',
  files: (run) => [{ path: 'state.yaml', type: 'application/yaml', text: () => textOf(run) }],
};

async function* textOf({ run: { state } }: ExportedRun): AsyncGenerator<string> {
  const { workflow_name, workflow_version, current_node, previous_node, history } = state;
  const { user_responses, computed, flags, custom, inputs, outputs, checkpoints, status } = state;
  yield stringify(
    {
      workflow_name,
      workflow_version,
      status,
      current_node,
      previous_node,
      history: history.tail,
      history_length: history.length,
      user_responses,
      computed,
      flags,
      checkpoints,
      ...custom,
      inputs,
      outputs,
    },
    { schema: 'core', lineWidth: 0, aliasDuplicateObjects: false },
  );
}
