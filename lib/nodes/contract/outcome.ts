// How a node's turn goes, as data: what a decision wants, what a claim says, how work ended or why it stopped. The engine
// turns all of it into events. What an event keeps as it stands is a schema here, and its type follows from that.
import { z } from 'zod';
import type { CheckResult } from '../parts/check-spec.ts';
import type { GateSpec } from '../parts/gate-spec.ts';
import { joins } from '../parts/join.ts';
import type { Outside } from '../parts/outside.ts';

export type NodeError = { code: string; message: string; details?: unknown };

export function failure(code: string, message: string, details?: unknown): Outcome {
  return { ok: false, error: details === undefined ? { code, message } : { code, message, details } };
}

/** One change of the run's data. `path` is rooted: computed.x, flags.x, or a custom field. */
export const change = z.object({
  op: z.enum(['set', 'append', 'clear', 'merge']),
  path: z.string(),
  value: z.unknown().optional(),
});
export type Change = z.infer<typeof change>;

/** A copy of the data is kept after so many of the decision's changes. */
export type CheckpointMade = { name: string; label: string; after: number };

/** What an executed action did to the run's data, in order. */
export type SideResults = {
  changes?: Change[];
  messages?: string[];
  warnings?: string[];
  checkpoints?: CheckpointMade[];
  to?: string | null;
  /** The way that was chosen, when that is what the node does. */
  branch?: BranchTaken;
  /** What was found of the checks of a node. */
  verdicts?: { node: string; result: CheckResult }[];
};

export type Outcome =
  | { ok: true; result: unknown; sideResults?: SideResults }
  | { ok: false; error: NodeError; sideResults?: SideResults };

/** What starting an MCP server really starts; a secret stands there by its name. People allow the hash of it. */
export type ServerStart = {
  id: string;
  hash: string;
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string | null;
  /** The files of the workspace that it names, by what is in them. */
  files: { path: string; sha256: string }[];
  /** What it uses of the machine; `all` when it is let out of its wall. */
  outside?: Outside | 'all';
  /** There is no wall around it, in words. */
  warning?: string;
  /** Allowed once as it is written in the workflow, which says less. */
  wasAllowedAsWritten: boolean;
};

/** Why an attempt stops in the middle without ending. It goes on, with its notebook, when what it needs has come. */
export type Suspension =
  | { reason: 'server'; start: ServerStart }
  | { reason: 'tool'; tool: string; arguments: Record<string, unknown>; description?: string }
  /** A model asks people in its own words, with its own answers to choose from. */
  | { reason: 'question'; question: string; options: string[] }
  | { reason: 'callback'; signal: string }
  | { reason: 'budget' };
export type Suspended = { suspended: Suspension };

/** What a suspended attempt goes on with. */
export const resumption = z.discriminatedUnion('reason', [
  z.object({
    reason: z.literal('tool'),
    allowed: z.boolean(),
    arguments: z.record(z.string(), z.unknown()),
    by: z.string(),
    comment: z.string().nullable(),
  }),
  z.object({ reason: z.literal('question'), answer: z.string(), by: z.string() }),
  z.object({ reason: z.literal('callback'), payload: z.unknown() }),
  z.object({ reason: z.literal('budget') }),
  z.object({ reason: z.literal('server') }),
]);
export type Resumption = z.infer<typeof resumption>;

export const endOutcomes = ['success', 'failure', 'error', 'cancelled', 'indeterminate'] as const;
export type EndOutcome = (typeof endOutcomes)[number];

export type BranchTaken = { condition: string; result: boolean; to: string | null };

/** What a control node wants, as data. The engine turns it into events. */
export type Decision =
  | {
      kind: 'complete';
      result?: unknown;
      to?: string | null;
      changes?: Change[];
      branch?: BranchTaken;
      warning?: string;
      messages?: string[];
      warnings?: string[];
      checkpoints?: CheckpointMade[];
      /** The checkpoint whose data the run goes back to, after everything else. */
      rollback?: string;
    }
  | { kind: 'ask'; gate: GateSpec }
  | { kind: 'checkpoint'; name: string; label: string; gate?: GateSpec }
  | { kind: 'loop'; max: number; until: string | null; body: string; done: string | null }
  | { kind: 'end'; outcome: EndOutcome; message: string; summary?: unknown; recovery?: string }
  | ({ kind: 'fail'; error: NodeError } & Pick<SideResults, 'changes' | 'messages' | 'warnings' | 'checkpoints'>);

/** Ways that are walked at the same time. */
export const splitClaim = z.object({
  branches: z.array(z.object({ key: z.string(), start: z.string(), item: z.unknown().optional() })),
  join: z.enum(joins),
  limit: z.number().nullable(),
  /** The name under which a branch sees its item. */
  as: z.string().nullable(),
  /** A list of results in the order of the items, rather than one by branch. */
  isList: z.boolean(),
});

export type SplitClaim = z.infer<typeof splitClaim>;

export const callModes = ['inline', 'spawn'] as const;

/** A time, a signal, or the end of a called run, whose signal names it. */
export const waitClaim = z.object({
  until: z.string().nullable(),
  /** `until` is a date, which the wall clock tells; without it, the end of a duration. */
  date: z.literal(true).optional(),
  signal: z.string().nullable(),
  call: z
    .object({
      workflow: z.string(),
      mode: z.enum(callModes),
      inputs: z.record(z.string(), z.unknown()),
      outputs: z.record(z.string(), z.string()),
    })
    .nullable(),
});

/** What a node will do from the moment it is entered, worked out once and kept in the event that claims it. */
export type Claim = { fork: SplitClaim } | { wait: z.infer<typeof waitClaim> };
