// What the console shows of runs and workflows: plain data, the same for the API and for pages.
import type { RunEvent } from '../engine/events.ts';
import type { NodeState, RunState, RunStatus } from '../engine/state.ts';
import type { ArtifactRecord } from '../store/contract/artifacts.ts';
import type { GateRecord } from '../store/contract/gates.ts';
import type { Graph, InputField } from '../workflow/graph.ts';
import type { Problem } from '../workflow/problems/problem.ts';
import type { RunParent } from './work/parent-of.ts';

export type RunSummary = {
  id: string;
  workflow: string;
  name: string;
  version: string;
  status: RunStatus;
  /** It completed, and yet something that must hold does not. */
  checks_failed: boolean;
  progress: { done: number; total: number };
  current_node: string | null;
  /** What people read of it. */
  current_name: string | null;
  current_type: string | null;
  /** It waits for people, not for a time, a signal or another run. */
  needs_answer: boolean;
  waiting_on: string | null;
  started_by: string;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  message: string | null;
  seq: number;
  archived: boolean;
  /** The run that it comes from. */
  parent: RunParent | null;
};

export type GateView = GateRecord;
/** A gate in a list across runs. */
export type InboxGate = GateView & { run_name: string; workflow: string; node_name: string };
export type ArtifactView = Omit<ArtifactRecord, 'run' | 'file'>;

export type RunDetail = RunSummary & {
  nodes: Record<string, NodeState>;
  gates: GateView[];
  state: RunState;
  warnings: RunState['warnings'];
  inputs: Record<string, unknown>;
};

/** Everything the run page needs for its first paint. */
export type RunPage = {
  run: RunDetail;
  graph: Graph;
  /** The newest events, ascending; `earliest` > 1 means older ones can be loaded. */
  events: RunEvent[];
  /** The events that make bars (starts, ends, retries, gates, tool calls), ascending. */
  timelineEvents: RunEvent[];
  artifacts: ArtifactView[];
};

export type WorkflowSummary = {
  /** The file's stem: its name in addresses. */
  workflow: string;
  name: string;
  version: string;
  description: string | null;
  nodes: number;
  problems: Problem[];
  ok: boolean;
};

export type WorkflowDetail = WorkflowSummary & {
  source: string;
  /** SHA-256 of the source: the ETag for saving. */
  etag: string;
  graph: Graph | null;
  inputs: InputField[];
  /** "This run will execute": commands and servers, in words. */
  executes: { node: string; kind: 'command' | 'server' | 'model'; text: string }[];
};
