// What a node type is: its fields, where it can lead, and either a pure decision or a piece of work.
// A node sees the world only through its context and reports a failure as a value, never as an exception.
import type { z } from 'zod';
import type { GateSpec } from './gate-spec.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type NodeError = { code: string; message: string; details?: unknown };

export type Outcome = { ok: true; result: unknown } | { ok: false; error: NodeError };

/** One change of the run's data. `path` is rooted: computed.x, flags.x, or a custom field. */
export type Change = { op: 'set' | 'append' | 'clear' | 'merge'; path: string; value?: unknown };

/** A copy of the data is kept after so many of the decision's changes. */
export type CheckpointMade = { name: string; label: string; after: number };

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
      checkpoints?: CheckpointMade[];
      /** The checkpoint whose data the run goes back to, after everything else. */
      rollback?: string;
    }
  | { kind: 'ask'; gate: GateSpec }
  | { kind: 'checkpoint'; name: string; label: string; gate?: GateSpec }
  | { kind: 'loop'; max: number; until: string | null; body: string; done: string | null }
  | { kind: 'end'; outcome: EndOutcome; message: string; summary?: unknown; recovery?: string }
  | { kind: 'fail'; error: NodeError; changes?: Change[]; messages?: string[]; checkpoints?: CheckpointMade[] };

export type EndOutcome = 'success' | 'failure' | 'error' | 'cancelled' | 'indeterminate';
export type BranchTaken = { condition: string; result: boolean; to: string | null };

/** What a node will do from the moment it is entered, worked out once and kept in the event that claims it. */
export type Claim =
  | {
      fork: {
        branches: { key: string; start: string; item?: unknown }[];
        join: 'all' | 'any' | 'majority';
        limit: number | null;
        as: string | null;
        isList: boolean;
      };
    }
  | {
      wait: {
        until: string | null;
        signal: string | null;
        call: {
          workflow: string;
          mode: 'inline' | 'spawn';
          inputs: Record<string, unknown>;
          outputs: Record<string, string>;
        } | null;
      };
    };

/** The pure context of a decision: everything is a function of the run's state. */
export type DecideContext = {
  nodeId: string;
  nodeName: string;
  visit: number;
  attempt: number;
  evaluate(expression: string): unknown;
  isTrue(expression: string): boolean;
  render(value: unknown): unknown;
  renderText(text: string): string;
  /** What stands where a change would be made; null when there is nothing yet. */
  read(path: string): unknown;
  /** Makes a change visible to the rest of this decision. */
  apply(change: Change): void;
  now: string;
};

export type ArtifactInput = { name: string; type?: string; bytes?: Uint8Array | string; file?: string };
export type ArtifactRef = { id: string; name: string; type: string; size: number; sha256: string };

export type CommandSpec = {
  argv: string[];
  cwd?: string;
  env?: Record<string, string>;
  stdin?: string;
};
/** stdout and stderr hold at most the first 64 KB; the whole output is in the artifacts named here. */
export type CommandResult = {
  exit_code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  stdout_truncated: boolean;
  stderr_truncated: boolean;
};

export type ToolContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; uri: string; mimeType?: string; text?: string };
export type ToolResult = { isError: boolean; content: ToolContent[]; structured?: unknown };

/** The world, as a working node sees it. */
export type NodeContext = {
  runId: string;
  nodeId: string;
  visit: number;
  attempt: number;
  signal: AbortSignal;
  workspace: string;
  artifactsDirectory: string;
  /** Adds text to the live trace; coalesced and capped, never part of the state. */
  output(stream: 'stdout' | 'stderr' | 'message', text: string): void;
  /** Records a detail event of this attempt (tool_call, tool_result, progress, warning). */
  trace(type: 'tool_call' | 'tool_result' | 'progress' | 'warning', data: Record<string, unknown>): void;
  saveArtifact(input: ArtifactInput): Promise<ArtifactRef>;
  runCommand(command: CommandSpec): Promise<CommandResult>;
  callTool(server: string, tool: string, args: Record<string, unknown>): Promise<ToolResult>;
};

export type TargetField = { path: (string | number)[]; target: string };
export type ExpressionField = { path: (string | number)[]; text: string };

// biome-ignore lint/suspicious/noExplicitAny: the registry holds definitions of every type; each checks its own fields
export type NodeDefinition<Fields = any> = {
  type: string;
  /** work has a result that `prev` means; control only chooses a way; people asks. */
  group: 'work' | 'control' | 'people';
  summary: string;
  /** The node's own fields, beyond those that every node has. */
  fields: z.ZodType<Fields>;
  /** Targets among the fields, with their place, for checking and for drawing edges. */
  targets?(fields: Fields): TargetField[];
  /** Fields that are bare expressions rather than templates. */
  expressions?(fields: Fields): ExpressionField[];
  /** Paths of the run's data that the node may set, beyond `save`. */
  writes?(fields: Fields): string[];
  /** True when its decision may go back to a checkpoint's data. */
  restores?(fields: Fields): boolean;
  /** Fields that are never templates: the `${…}` in a script belongs to the shell. */
  raw?: readonly string[];
  /** Names that expressions inside this node's branches may use. */
  binds?(fields: Fields): string[];
  /** True when running on to the following node is not implied (if, end …). */
  neverFallsThrough?: boolean;
  /** Where a disabled node of this type leads; undefined means next. */
  passedBy?(fields: Fields): string | undefined;
  /** The MCP server that must be approved before an attempt may start. */
  server?(fields: Fields): string | undefined;
  /** What a run will execute because of this node, in words, for the start form. */
  executes?(fields: Fields): string[];
  /** A repeated attempt does no harm: an interrupted one is retried without asking. */
  idempotent?(fields: Fields): boolean;
  /** Goes several ways, or waits. A node has exactly one of `claim`, `decide` and `execute`. */
  claim?(fields: Fields, ctx: DecideContext): Claim;
  /** Decides from the run's state alone, at once. */
  decide?(fields: Fields, ctx: DecideContext): Decision;
  /** Acts on the outside, with fields already rendered. */
  execute?(fields: Fields, ctx: NodeContext): Promise<Outcome>;
};

export function defineNode<Fields>(definition: NodeDefinition<Fields>): NodeDefinition<Fields> {
  return definition;
}

export function failure(code: string, message: string, details?: unknown): Outcome {
  return { ok: false, error: details === undefined ? { code, message } : { code, message, details } };
}
