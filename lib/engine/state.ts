// The run's state: what the events add up to. JSON-safe, so a snapshot is this value as it stands.
// Bounded by the graph and the run's own data, never by the number of steps: history keeps its length and a tail.

import type { z } from 'zod';
import type { Resumption, SplitClaim } from '../nodes/contract/outcome.ts';
import type { CheckResult } from '../nodes/parts/check-spec.ts';
import type { artifactFile, userResponse, wait } from './event-parts.ts';
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
  /** A person took its work as done and gave no result: what refers to one finds null. */
  without_result?: boolean;
};

/** One of the ways a split takes at the same time. */
export type Branch = SplitClaim['branches'][number] & {
  /** The position that walks it. */
  position: string;
  status: 'waiting' | 'running' | 'ended' | 'cancelled';
  result?: unknown;
  prev?: string | null;
};
export type Split = Omit<SplitClaim, 'branches'> & { branches: Branch[] };

export type ArtifactFile = z.infer<typeof artifactFile>;
/** A file of the run and whose it is; `seq` is the event that announced it. */
export type RunArtifact = ArtifactFile & { node: string; visit: number; attempt: number; sha256: string; seq: number };
/** What one visit of a node gave; which one, where a later visit may be done before an earlier one. */
export type Product = { output: unknown; files: ArtifactFile[]; visit?: number };

/** What a waiting position waits for: a time, a signal, or the end of a called run (whose signal names it). */
export type Wait = z.infer<typeof wait>;
export type CallSpec = NonNullable<Wait['call']>;

/** One place where the run stands. Phases are explained where they are decided: interpreter.ts. */
export type Position = {
  id: string;
  /** The split position this one is a branch of. */
  parent: string | null;
  item: unknown;
  as: string | null;
  index: number | null;
  /** The last completed node on this way that did work, for `prev`. */
  prev: string | null;
  /** That node was on this way itself, not before the split it began at. */
  worked: boolean;
  /** What the nodes on this branch gave, which is not what the same nodes gave on another. Empty on the main way. */
  own: Record<string, Product>;
  /** What the last completed node on this way gave. */
  output: unknown;
  /** Files of the attempt that is running here. */
  files: ArtifactFile[];
  /** Loops this position is inside of, innermost last. */
  loops: { node: string; index: number }[];
  split: Split | null;
  wait: Wait | null;
  node: string;
  type: string | null;
  visit: number;
  phase:
    | 'arriving'
    | 'asking'
    | 'answered'
    | 'running'
    | 'suspended'
    | 'split'
    | 'waiting'
    | 'backing_off'
    | 'handed_over'
    | 'completed'
    | 'skipped'
    | 'failed'
    | 'interrupted';
  attempt: number;
  /** Who holds the attempt that works here; unknown in states folded from older logs. */
  worker?: string | null;
  /** The attempt is claimed and waits for a slot to work in. */
  in_line?: boolean;
  /** How often the console died while this visit was at work. */
  crashes?: number;
  /** Failed attempts since the node was entered or a person chose to retry. */
  failures: number;
  /** How often this way came to each node, counted anew where a person chose to retry; states of older logs count from then. */
  arrivals?: Record<string, number>;
  /** Slots of the gates already passed in this visit: `before:0`, `after:1`, `server`, `visits`. */
  passed: string[];
  gate: string | null;
  /** The latest answer in this visit and which question it answered. */
  answer: { gate: Gate; answer: GateAnswer } | null;
  /** Fields that a person gave this visit in the place of the file's, which could not be worked out. */
  given?: Record<string, unknown> | null;
  /** What people filled in for `{{ask_user}}`, by the path of the field. */
  asked: Record<string, unknown>;
  error: { code: string; message: string } | null;
  /** The latest failure on this way, once its `on_failure` has led on. */
  cause: { code: string; message: string } | null;
  /** Where the node itself decided to go (if, switch, an end of a branch). */
  to: string | null;
  not_before: string | null;
  /** What the running attempt went on with after its suspension. */
  resumed: Resumption | null;
  /** Whether all that the running attempt has called only reads; null while it has called nothing. */
  read_only: boolean | null;
  /** Works beside the way that started it and ends with its visit. */
  background: boolean;
  /** The node whose work in the background it cannot go on without. */
  awaits: string | null;
  /** How the run will end when the checks at its end are done; `failed` is the node that it failed at. */
  ending: { outcome: string; message: string | null; failed?: string | undefined } | null;
};

/** What the run has used of its budget. */
export type Spent = { tokens: number; cost: number; tool_calls: number };
export const nothingSpent: Spent = { tokens: 0, cost: 0, tool_calls: 0 };

export type HistoryEntry = { node: string; outcome: Record<string, unknown>; timestamp: string };

export type UserResponse = z.infer<typeof userResponse>;

/**
 * The version of the shape of a state. It goes up with every change after which a state that was kept before could be
 * misread: what was kept in another version is folded anew from the events, and upgrade-state.ts says what became of it
 * for the states that events carry.
 */
export const stateVersion = 2;

export type RunState = {
  seq: number;
  run: string;
  workflow: string;
  workflow_name: string;
  workflow_version: string;
  /** The version of the text that it follows, once a person has moved it to another than it began with. */
  text?: string;
  workspace: string;
  started_by: string;
  /** The person who started it; absent where there was only the owner. */
  starter?: string;
  /** The waiting call this run answers when it ends. */
  called_by: { run: string; signal: string; depth: number } | null;
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
  /** Signals that no wait has taken yet, oldest first. */
  signals: Record<string, unknown[]>;
  history: { length: number; tail: HistoryEntry[] };
  gates: Record<string, Gate>;
  /** The gate that holds the whole run, and the answer that is still to be carried out. */
  held: { gate: string; answer: GateAnswer | null } | null;
  /** Since when the time that people granted runs; null while it runs from the start. */
  granted_at: string | null;
  spent: Spent;
  /** What had been spent when people last granted more. */
  spent_at_grant: Spent;
  /** Budgets that a warning was given for since then. */
  budget_warnings: string[];
  /** The latest verdicts on each node's work. */
  checks: Record<string, CheckResult[]>;
  checkpoints: Record<string, { seq: number; label: string; at: string }>;
  approved_servers: string[];
  /** What the latest finished attempt of each node produced. */
  artifacts: Record<string, ArtifactFile[]>;
  warnings: { seq: number; message: string; node: string | null }[];
};

export const historyTail = 100;
export const warningsKept = 50;

export function isTerminal(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
