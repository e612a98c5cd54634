// What the console shows of runs and workflows: plain data, the same for the API and for pages. What the API answers with is
// a schema, so that its description and its types are one.
import { z } from 'zod';
import { gateAnswer } from '../engine/event-parts.ts';
import { gateData, type RunEvent } from '../engine/events.ts';
import { type NodeState, type RunState, type RunStatus, runStatuses } from '../engine/state.ts';
import type { PastMoment } from '../engine/view/past-view.ts';
import type { RunHistory } from '../engine/view/run-history.ts';
import type { Graph, InputField } from '../workflow/graph.ts';
import { problemSchema } from '../workflow/problems/problem.ts';

const trouble = z.object({
  kind: z.enum(['database', 'files', 'space']),
  message: z.string(),
  since: z.string(),
  count: z.number().describe('How often it was met'),
});

export const health = z
  .object({ ok: z.boolean(), checked_at: z.string(), troubles: z.array(trouble).describe('The worst first') })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof health>;

export const runSummary = z
  .object({
    id: z.string(),
    workflow: z.string(),
    name: z.string(),
    version: z.string(),
    status: z.enum(runStatuses),
    checks_failed: z.boolean().describe('It completed, and yet something that must hold does not'),
    progress: z.object({ done: z.number(), total: z.number() }),
    current_node: z.string().nullable(),
    current_name: z.string().nullable().describe('What people read of the current node'),
    current_type: z.string().nullable(),
    needs_answer: z.boolean().describe('It waits for people, not for a time, a signal or another run'),
    waiting_on: z.string().nullable(),
    started_by: z.string(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    ended_at: z.string().nullable(),
    message: z.string().nullable(),
    seq: z.number().describe('The number of its last event'),
    archived: z.boolean(),
    parent: z
      .object({
        id: z.string(),
        name: z.string().nullable().describe('Null when that run was deleted'),
        kind: z.enum(['call', 'fork', 'again']),
      })
      .nullable()
      .describe('The run that it comes from'),
    cost: z.number().nullable().describe('What its models cost so far; null when they cost nothing'),
    inputs: z
      .record(z.string(), z.unknown())
      .describe('Of a list: those asked for, as text, with the beginning of what is long'),
  })
  .meta({ id: 'RunSummary' });
export type RunSummary = z.infer<typeof runSummary>;

/** Of a run in a list: what stands right above it and right below. */
export type RunNeighbours = { above: string | null; below: string | null };

export const gateView = z
  .object({
    ...gateData.shape,
    run: z.string(),
    status: z.enum(['open', 'answered', 'closed']),
    answer: gateAnswer.nullable(),
  })
  .meta({ id: 'Gate' });
export type GateView = z.infer<typeof gateView>;

/** A gate in a list across runs. */
export const inboxGate = z
  .object({ ...gateView.shape, run_name: z.string(), workflow: z.string(), node_name: z.string() })
  .meta({ id: 'InboxGate' });
export type InboxGate = z.infer<typeof inboxGate>;

export const gateCounts = z
  .object({
    mine: z.number().describe('Open gates that ask you, or nobody in particular if you may answer that'),
    open: z.number(),
    overdue: z.number(),
  })
  .meta({ id: 'GateCounts' });
export type GateCounts = z.infer<typeof gateCounts>;

export const artifactView = z
  .object({
    id: z.string(),
    node: z.string(),
    visit: z.number(),
    attempt: z.number(),
    name: z.string(),
    type: z.string(),
    size: z.number(),
    sha256: z.string(),
    seq: z.number().describe('The event that announced it'),
  })
  .meta({ id: 'Artifact' });
export type ArtifactView = z.infer<typeof artifactView>;

/** A gate with all that its card needs, for whoever asks. */
export const gateDetail = z
  .object({
    ...gateView.shape,
    artifacts: z.array(artifactView).describe('The files that it shows'),
    started_by: z.string().describe('Who started its run'),
    refused: z
      .object({ message: z.string(), override: z.boolean().describe('Whether you may decide as an administrator') })
      .nullable()
      .describe('Why you cannot answer it'),
  })
  .meta({ id: 'GateDetail' });
export type GateDetail = z.infer<typeof gateDetail>;

export const runDetail = z
  .object({
    ...runSummary.shape,
    nodes: z.custom<Record<string, NodeState>>(),
    gates: z.array(gateView),
    state: z.custom<RunState>(),
    warnings: z.custom<RunState['warnings']>(),
    inputs: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Run' });
export type RunDetail = z.infer<typeof runDetail>;

export const logStreams = ['stdout', 'stderr'] as const;
/** What an attempt's programs printed to one of their streams. */
export type LogPlace = { node: string; visit: number; attempt: number; stream: (typeof logStreams)[number] };

export const logLines = z
  .object({
    lines: z.array(z.string()),
    first: z.number().describe('The number of the first of these lines; a file begins with line 1'),
    total: z.number(),
    size: z.number().describe('Bytes'),
  })
  .meta({ id: 'LogLines' });
export type LogLines = z.infer<typeof logLines>;

/** Everything the run page needs for its first paint. */
export type RunPage = {
  run: Pick<
    RunDetail,
    'id' | 'name' | 'status' | 'seq' | 'inputs' | 'message' | 'state' | 'gates' | 'parent' | 'archived'
  >;
  graph: Graph;
  /** The newest events, ascending; `earliest` > 1 means older ones can be loaded. */
  events: RunEvent[];
  /** Of the whole run: its bars, and what is last known of each node. */
  history: RunHistory;
  /** Those of the visit that the address names, as far as they are older than `events`; of very many only the first. */
  earlier: { events: RunEvent[]; isWhole: boolean };
  /** The moment that the address names, if it is in the past. */
  moment: PastMoment | null;
  /** Of very many the first and those that are looked at; the others are read from `nextArtifact` on. */
  artifacts: ArtifactView[];
  nextArtifact: string | null;
  artifactCount: number;
};

export const runFigures = z
  .object({
    waiting: z.number().describe('Runs with an open question'),
    failed_today: z.number(),
    waits: z
      .array(z.object({ workflow: z.string(), name: z.string(), answers: z.number(), median: z.number() }))
      .describe('How long people took to answer in the last 7 days, in milliseconds; the most asked first'),
    costs: z
      .array(z.object({ day: z.string(), cost: z.number() }))
      .describe('Of the runs that began on each of the last 7 days'),
  })
  .meta({ id: 'Figures' });
export type RunFigures = z.infer<typeof runFigures>;

/** For many runs at once. */
export type BulkButton = { verb: string; label: string };

export const bulkPlan = z
  .object({
    verb: z.string(),
    label: z.string(),
    total: z.number().describe('How many runs were chosen'),
    fits: z.number().describe('With how many of them it would be done; the others are left as they are'),
    parts: z.array(z.object({ count: z.number(), words: z.string() })),
    most: z.number().describe('More than these are not done at once'),
  })
  .meta({ id: 'BulkPlan' });
export type BulkPlan = z.infer<typeof bulkPlan>;

export const bulkAct = z
  .object({
    id: z.string(),
    verb: z.enum(['retry', 'again', 'cancel', 'archive', 'unarchive', 'delete']),
    label: z.string(),
    total: z.number(),
    done: z.number().describe('Done or refused'),
    refused: z.number(),
    refusals: z
      .array(z.object({ run: z.string(), message: z.string() }))
      .describe('The first of them, with the reason'),
    is_stopped: z.boolean(),
    started_at: z.string(),
    ended_at: z.string().nullable(),
  })
  .meta({ id: 'BulkAct' });
export type BulkAct = z.infer<typeof bulkAct>;

/** A button for one of the things that can be done to a run, in these of its states. */
export type VerbButton = { value: string; label: string; title: string | null; when: RunStatus[] };

export const workflowSummary = z
  .object({
    workflow: z.string().describe('The file’s stem: its name in addresses'),
    file: z.string().describe('The file’s name'),
    format: z.string().describe('What it is written in: `gatehouse`, another format that is read, or `unknown`'),
    name: z.string(),
    version: z.string(),
    description: z.string().nullable(),
    nodes: z.number(),
    problems: z.array(problemSchema),
    ok: z.boolean(),
  })
  .meta({ id: 'WorkflowSummary' });
export type WorkflowSummary = z.infer<typeof workflowSummary>;

export const workflowDetail = z
  .object({
    ...workflowSummary.shape,
    source: z.string(),
    etag: z.string().describe('SHA-256 of the source: the ETag for saving'),
    graph: z.custom<Graph>().nullable(),
    inputs: z.array(z.custom<InputField>()),
    executes: z
      .array(z.object({ node: z.string(), kind: z.enum(['command', 'server', 'model']), text: z.string() }))
      .describe('What a run will execute: commands and servers, in words'),
  })
  .meta({ id: 'Workflow' });
export type WorkflowDetail = z.infer<typeof workflowDetail>;
