// For tests: a run that waits at one gate, as the engine would have stored it.
import type { ArtifactRecord } from '../store/contract/artifacts.ts';
import type { GateRecord } from '../store/contract/gates.ts';
import type { RunRecord } from '../store/contract/runs.ts';
import type { Store } from '../store/contract/store.ts';

export const scratchGate: GateRecord = {
  id: 'gate-1',
  run: 'run-1',
  node: 'review',
  visit: 1,
  purpose: 'node',
  kind: 'question',
  slot: 'self',
  message: 'Do these notes say what changed?',
  options: [
    { id: 'yes', label: 'Publish', description: 'Pushes the release', style: 'primary', leads_to: 'push' },
    { id: 'no', label: 'Write again', description: null, style: 'danger', leads_to: 'draft' },
  ],
  fields: [
    { name: 'note', type: 'text', label: 'What is wrong?', description: null, required: false, required_for: ['no'] },
  ],
  show: [],
  assignees: [],
  opened_at: '2026-11-16T12:00:00.000Z',
  expires_at: null,
  expires_then: null,
  status: 'open',
  answer: null,
};

const at = '2026-11-16T12:00:00.000Z';

const run: RunRecord = {
  id: 'run-1',
  workflow: 'release',
  name: 'Release notes',
  version: '1.0.0',
  versionId: 'version-1',
  status: 'waiting',
  seq: 0,
  done: 0,
  total: 2,
  currentNode: 'review',
  currentType: 'gate',
  waitingOn: null,
  startedBy: 'owner',
  message: null,
  createdAt: at,
  startedAt: at,
  endedAt: null,
  wakeAt: null,
  wakeOn: null,
  inputs: { secret_plan: 'never on a gate page' },
  archived: false,
  parent: null,
  concurrencyKey: null,
  see: null,
  cost: null,
};

export async function storeGate(store: Store, changes: Partial<GateRecord> = {}, artifacts: ArtifactRecord[] = []) {
  const gate = { ...scratchGate, ...changes };
  await store.commit({
    runId: run.id,
    expectedSeq: 0,
    events: [{ seq: 1, at, type: 'run_started', data: {} }],
    create: {
      run,
      workflowVersion: {
        id: 'version-1',
        workflow: 'release',
        name: run.name,
        version: '1.0.0',
        source: '',
        createdAt: at,
        savedBy: null,
      },
      idempotencyKey: null,
    },
    gates: [gate],
    artifacts,
  });
  return gate;
}

/** Stores the gate as it is now, after whatever happened to it. */
export async function changeGate(store: Store, gate: GateRecord) {
  const { seq } = (await store.readRun(gate.run)) as RunRecord;
  const events = [{ seq: seq + 1, at, type: 'run_started' as const, data: {} }];
  await store.commit({ runId: gate.run, expectedSeq: seq, events, gates: [gate] });
}
