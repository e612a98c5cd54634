// The run's state: what the events add up to. JSON-safe, so a snapshot is this value as it stands.
// Bounded by the graph and the run's own data, never by the number of steps: history keeps its length and a tail.
import type { Gate, GateAnswer } from './events.ts';

export const runStatuses = ['queued', 'running', 'waiting', 'paused', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

export const nodeStatuses = [
  'pending',
  'running',
  'waiting',
  'completed',
  'skipped',
  'failed',
  'interrupted',
  'cancelled',
] as const;
export type NodeStatus = (typeof nodeStatuses)[number];

export type NodeState = {
  status: NodeStatus;
  visits: number;
  attempts: number;
  started_at: string | null;
  ended_at: string | null;
};

/** One place where the run stands. Phases are explained where they are decided: interpreter.ts. */
export type Position = {
  id: string;
  node: string;
  type: string | null;
  visit: number;
  phase:
    | 'arriving'
    | 'asking'
    | 'answered'
    | 'running'
    | 'backing_off'
    | 'completed'
    | 'skipped'
    | 'failed'
    | 'interrupted';
  attempt: number;
  /** Failed attempts since the node was entered or a person chose to retry. */
  failures: number;
  /** Slots of the gates already passed in this visit: `before:0`, `after:1`, `server`, `visits`. */
  passed: string[];
  gate: string | null;
  /** The latest answer in this visit and which question it answered. */
  answer: { gate: Gate; answer: GateAnswer } | null;
  error: { code: string; message: string } | null;
  /** Where the node itself decided to go (if, switch, an end of a branch). */
  to: string | null;
  not_before: string | null;
};

export type HistoryEntry = { node: string; outcome: Record<string, unknown>; timestamp: string };

export type UserResponse = {
  id: string;
  raw: { selected?: string; text?: string };
  values: Record<string, unknown>;
};

export type RunState = {
  seq: number;
  run: string;
  workflow: string;
  workflow_name: string;
  workflow_version: string;
  workspace: string;
  started_by: string;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  updated_at: string;
  status: RunStatus;
  paused: boolean;
  message: string | null;
  inputs: Record<string, unknown>;
  computed: Record<string, unknown>;
  flags: Record<string, boolean>;
  custom: Record<string, unknown>;
  user_responses: Record<string, UserResponse>;
  outputs: Record<string, unknown>;
  nodes: Record<string, NodeState>;
  active: Position[];
  current_node: string | null;
  previous_node: string | null;
  /** The last completed node that did work, for `prev`. */
  prev: string | null;
  history: { length: number; tail: HistoryEntry[] };
  gates: Record<string, Gate>;
  checkpoints: Record<string, { seq: number; label: string; at: string }>;
  approved_servers: string[];
  /** What the latest attempt of each node produced. */
  artifacts: Record<string, { of: string; files: { id: string; name: string; type: string; size: number }[] }>;
  warnings: { seq: number; message: string; node: string | null }[];
};

export const historyTail = 100;
export const warningsKept = 50;

export function isTerminal(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
