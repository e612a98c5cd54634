// Plain records for the tests of stores: small, valid, and different where a test says so.
import type { RunEvent } from '../../engine/events.ts';
import { nothingSpent, type RunState } from '../../engine/state.ts';
import type { ArtifactRecord } from '../../store/contract/artifacts.ts';
import type { NewAuditEntry } from '../../store/contract/audit.ts';
import type { Commit } from '../../store/contract/commits.ts';
import type { GateRecord } from '../../store/contract/gates.ts';
import type { LinkRecord } from '../../store/contract/links.ts';
import type { RunRecord } from '../../store/contract/runs.ts';
import type { Store } from '../../store/contract/store.ts';
import type { WorkflowVersion } from '../../store/contract/workflow-versions.ts';

/** The n-th second of one morning. */
export const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 6, 0, second)).toISOString();

export function acted(act: string, changes: Partial<NewAuditEntry> = {}): NewAuditEntry {
  return { at: at(1), act, who: { name: 'ada', via: 'session' }, subject: 'r1', details: {}, ...changes };
}

export const version: WorkflowVersion = {
  id: 'version-1',
  workflow: 'release',
  name: 'Release notes',
  version: '1.0.0',
  source: 'gatehouse: 1',
  createdAt: at(0),
  savedBy: null,
};

export function run(id: string, changes: Partial<RunRecord> = {}): RunRecord {
  return {
    id,
    workflow: 'release',
    name: 'Release notes',
    version: '1.0.0',
    versionId: version.id,
    status: 'queued',
    seq: 0,
    done: 0,
    total: 3,
    currentNode: null,
    currentType: null,
    waitingOn: null,
    startedBy: 'owner',
    message: null,
    createdAt: at(0),
    startedAt: null,
    endedAt: null,
    wakeAt: null,
    wakeOn: null,
    inputs: {},
    archived: false,
    parent: null,
    concurrencyKey: null,
    see: null,
    cost: null,
    ...changes,
  };
}

/** Events numbered from `after` + 1. */
export function warnings(after: number, count: number): RunEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    seq: after + index + 1,
    at: at(after + index + 1),
    type: 'warning' as const,
    data: { code: 'sample', message: `event ${after + index + 1}` },
  }));
}

export function creation(id: string, changes: Partial<RunRecord> = {}, key: string | null = null): Commit {
  return {
    runId: id,
    expectedSeq: 0,
    events: warnings(0, 1),
    create: { run: run(id, changes), workflowVersion: version, idempotencyKey: key },
  };
}

export function step(runId: string, expectedSeq: number, more: Partial<Commit> = {}): Commit {
  return { runId, expectedSeq, events: warnings(expectedSeq, 1), ...more };
}

export async function createRuns(store: Store, ids: string[], changes: Partial<RunRecord> = {}): Promise<void> {
  await Promise.all(ids.map((id) => store.commit(creation(id, changes))));
}

export function gate(runId: string, id: string, changes: Partial<GateRecord> = {}): GateRecord {
  return {
    id,
    run: runId,
    node: 'review',
    visit: 1,
    purpose: 'node',
    kind: 'approval',
    slot: 'self',
    message: 'Is it good?',
    options: [{ id: 'yes', label: 'Yes', description: null, style: 'primary', leads_to: 'done' }],
    fields: [],
    show: [],
    assignees: ['release-team'],
    opened_at: at(1),
    expires_at: null,
    expires_then: null,
    status: 'open',
    answer: null,
    ...changes,
  };
}

export const answer = {
  option: 'yes',
  values: { note: 'fine' },
  comment: null,
  by: 'owner',
  via: 'console',
  at: at(2),
};

export function artifact(runId: string, id: string, seq: number): ArtifactRecord {
  return {
    id,
    run: runId,
    node: 'draft',
    visit: 1,
    attempt: 1,
    name: `${id}.md`,
    type: 'text/markdown',
    size: 5_000_000_000,
    sha256: 'a'.repeat(64),
    seq,
    file: `runs/release/${runId}/draft/1-1/artifacts/${id}.md`,
  };
}

export function link(runId: string, gateId: string, id: string, changes: Partial<LinkRecord> = {}): LinkRecord {
  return {
    id,
    run: runId,
    gate: gateId,
    tokenHash: `hash of ${id}`,
    name: null,
    createdBy: 'owner',
    createdAt: at(1),
    expiresAt: at(50),
    revokedAt: null,
    revokedBy: null,
    recipient: null,
    delivered: false,
    ...changes,
  };
}

export function state(runId: string, seq: number): RunState {
  return {
    seq,
    run: runId,
    workflow: 'release',
    workflow_name: 'Release notes',
    workflow_version: '1.0.0',
    workspace: 'workspace',
    started_by: 'owner',
    created_at: at(0),
    started_at: null,
    ended_at: null,
    updated_at: at(1),
    status: 'running',
    paused: false,
    message: null,
    inputs: {},
    computed: { commits: `as of ${seq}` },
    flags: {},
    custom: {},
    user_responses: {},
    outputs: {},
    nodes: {},
    active: [],
    current_node: null,
    previous_node: null,
    called_by: null,
    signals: {},
    history: { length: 0, tail: [] },
    gates: {},
    held: null,
    granted_at: null,
    spent: nothingSpent,
    spent_at_grant: nothingSpent,
    budget_warnings: [],
    checks: {},
    checkpoints: {},
    approved_servers: [],
    artifacts: {},
    warnings: [],
  };
}
