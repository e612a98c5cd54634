// The registry: every record that a run can leave as, by what it is called in `?as=`. Adding one is its file and one line here.
import { executionLog } from './execution-log.ts';
import { nodeRuns } from './node-runs.ts';
import type { RunRecord } from './record.ts';
import { runFolder } from './run-folder.ts';
import { checkpoints, session } from './session.ts';
import { state } from './state.ts';

const records = {
  'execution-log': executionLog,
  session,
  checkpoints,
  'run-folder': runFolder,
  nodes: nodeRuns,
  state,
} as const satisfies Record<string, RunRecord>;

export type RecordName = keyof typeof records;
export const recordNames = Object.keys(records) as [RecordName, ...RecordName[]];
export const recordOf = (name: RecordName): RunRecord => records[name];

/** Those that a run of this format has in its bundle. */
export function bundledRecords(format: string): RunRecord[] {
  return Object.values<RunRecord>(records).filter(({ bundled }) => bundled === 'all' || bundled.includes(format));
}
