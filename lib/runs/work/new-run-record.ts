// The row of a run that begins now: what it is, and nothing done yet.
import type { RunRecord } from '../../store/contract/runs.ts';

type Known = Pick<
  RunRecord,
  | 'id'
  | 'workflow'
  | 'name'
  | 'version'
  | 'versionId'
  | 'done'
  | 'total'
  | 'currentNode'
  | 'startedBy'
  | 'createdAt'
  | 'inputs'
  | 'parent'
  | 'concurrencyKey'
  | 'see'
>;

export function newRunRecord(known: Known): RunRecord {
  return {
    status: 'queued',
    seq: 0,
    currentType: null,
    waitingOn: null,
    message: null,
    startedAt: null,
    endedAt: null,
    wakeAt: null,
    wakeOn: null,
    archived: false,
    cost: null,
    ...known,
  };
}
