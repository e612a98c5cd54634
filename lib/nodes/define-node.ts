// What a node type is: its fields, where it can lead, and either a pure decision or a piece of work.
// A node sees the world only through its context and reports a failure as a value, never as an exception.
import type { z } from 'zod';
import type { ModelReply, ModelRequest } from './model/model-request.ts';
import type { CheckResult } from './parts/check-spec.ts';
import type { GateSpec } from './parts/gate-spec.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type NodeError = { code: string; message: string; details?: unknown };

/** What an executed action did to the run's data, in order. */
export type SideResults = {
  changes?: Change[];
  messages?: string[];
  checkpoints?: CheckpointMade[];
  to?: string | null;
  /** What was found of the checks of a node. */
  verdicts?: { node: string; result: CheckResult }[];
};

export type Outcome =
  | { ok: true; result: unknown; sideResults?: SideResults }
  | { ok: false; error: NodeError; sideResults?: SideResults };

/** Why an attempt stops in the middle without ending. It goes on, with its notebook, when what it needs has come. */
export type Suspension =
  | { reason: 'tool'; tool: string; arguments: Record<string, unknown>; description?: string }
  | { reason: 'callback'; signal: string }
  | { reason: 'budget' };
export type Suspended = { suspended: Suspension };

/** What a suspended attempt goes on with. */
export type Resumption =
  | { reason: 'tool'; allowed: boolean; arguments: Record<string, unknown>; by: string; comment: string | null }
  | { reason: 'callback'; payload: unknown }
  | { reason: 'budget' };

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
  /** The same, for what is only passed on: a value that is too large for the state stays where it is. */
  keep(value: unknown): unknown;
  renderText(text: string): string;
  /** What stands where a change would be made; null when there is nothing yet. */
  read(path: string): unknown;
  /** Makes a change visible to the rest of this decision. */
  apply(change: Change): void;
  /** The same, where these names mean these values too. */
  within(names: Record<string, unknown>): DecideContext;
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
/** Whole, unless it is said to be cut: more than one value may hold is only in the artifacts. */
export type CommandResult = {
  exit_code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  stdout_truncated: boolean;
  stderr_truncated: boolean;
};
/** `output` and `output_path` are what the program itself reported as its result; null when it did not. */
export type BackgroundResult = CommandResult & { output: string | null; output_path: string | null };

export type ToolContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; uri: string; mimeType?: string; text?: string };
export type ToolResult = { isError: boolean; content: ToolContent[]; structured?: unknown };

export type ToolInfo = { name: string; description: string; input_schema: Record<string, unknown>; read_only: boolean };

export type Role = { id: string; instructions: string; model: string | null };
/** A Markdown file of instructions (a skill, a command or an agent) with what its head says. */
export type Instructions = { name: string; text: string; model: string | null; tools: string[] };

/** Files of the workspace. Every path is relative to it and stays inside, links included. */
export type WorkspaceFiles = {
  read(path: string): Promise<string>;
  write(path: string, content: string, options?: { append?: boolean }): Promise<void>;
  list(path: string): Promise<{ name: string; isDirectory: boolean; size: number }[]>;
  /** Paths of the files that match, in order. Links are not followed. */
  glob(pattern: string): Promise<string[]>;
  makeDirectory(path: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** A YAML or JSON file as a value. */
  readConfig(path: string): Promise<unknown>;
  /** Sets one entry of a YAML or JSON file, which is made when it is missing; the rest of it stays, comments too. */
  writeConfigEntry(path: string, entry: string, value: unknown): Promise<void>;
};

export type FetchRequest = { url: string; method?: string; headers?: Record<string, string>; body?: string };
export type FetchReply = { status: number; url: string; type: string; content: string; truncated: boolean };

type DetailType =
  | 'tool_call'
  | 'tool_result'
  | 'progress'
  | 'warning'
  | 'vision_summary'
  | 'target_resolved'
  | 'app_resolved'
  | 'element_resolved';

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
  /** Records a detail event of this attempt. */
  trace(type: DetailType, data: Record<string, unknown>): void;
  saveArtifact(input: ArtifactInput): Promise<ArtifactRef>;
  readArtifact(id: string): Promise<{ type: string; bytes: Uint8Array }>;
  runCommand(command: CommandSpec): Promise<CommandResult>;
  /** Starts a program that outlives this attempt and the console. Its end arrives as the signal. */
  startBackground(command: CommandSpec): Promise<{ exec_id: string; signal: string }>;
  /** What the program that this attempt started in the background has printed, and how it ended. */
  readBackground(): Promise<BackgroundResult>;
  callTool(server: string, tool: string, args: Record<string, unknown>): Promise<ToolResult>;
  listTools(server: string): Promise<ToolInfo[]>;
  /** One answer of a model. Its text is streamed to the trace; its tokens are counted. */
  callModel(request: ModelRequest): Promise<ModelReply>;
  /** True when the run has used up what it was granted: suspend rather than spend more. */
  isOverBudget(): boolean;
  /** The role of this node; null when it has none. */
  role: Role | null;
  /** A role of the workflow by its name. */
  findRole(name: string): Role | null;
  readInstructions(kind: 'skill' | 'command' | 'agent', name: string): Promise<Instructions>;
  files: WorkspaceFiles;
  /** The one way to the web: no address inside the machine's own network unless the administrator allows it. */
  fetch(request: FetchRequest): Promise<FetchReply>;
  /** What a suspended attempt goes on with; null at its beginning. */
  resumed: Resumption | null;
  /** The attempt's own memory: durable once written, kept over a suspension, empty in a new attempt. */
  notebook: { read(): Promise<unknown>; write(value: unknown): Promise<void> };
  /** The run's data when this attempt began, and the changes applied since, for a node whose fields are rendered one by one. */
  data: DecideContext;
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
  /** Paths of the run's data that the node may set, beyond `save`; `*` when only the run can tell. */
  writes?(fields: Fields): string[];
  /** True when its decision may go back to a checkpoint's data. */
  restores?(fields: Fields): boolean;
  /** Fields that are never templates: the `${…}` in a script belongs to the shell. */
  raw?: readonly string[];
  /** Places below the fields that are never templates either. */
  verbatim?(fields: Fields): (string | number)[][];
  /** Fields whose templates the node renders itself, one after the other, while it works. */
  lazy?: readonly string[];
  /** Names that expressions inside this node's branches may use. */
  binds?(fields: Fields): string[];
  /** True when running on to the following node is not implied (if, end …). */
  neverFallsThrough?: boolean;
  /** Where a disabled node of this type leads; undefined means next. */
  passedBy?(fields: Fields): string | undefined;
  /** Under which name its result, when that is a list, can also be read. */
  listName?(fields: Fields): string | undefined;
  /** The MCP servers that must be approved before an attempt may start. */
  servers?(fields: Fields): string[];
  /** What a run will execute because of this node, in words, for the start form. */
  executes?(fields: Fields): string[];
  /** A model works on it, rather than a program. */
  usesModel?: boolean;
  /** A repeated attempt does no harm: an interrupted one is retried without asking. */
  idempotent?(fields: Fields): boolean;
  /** For a type that both decides and executes: whether these fields need the outside. */
  acts?(fields: Fields): boolean;
  /** Runs beside the rest of the workflow: joined at the first reference to it, or at the end. */
  isBackground?(fields: Fields): boolean;
  /** Goes several ways, or waits. A node has one of `claim`, `decide` and `execute`; one that `acts` only sometimes has two. */
  claim?(fields: Fields, ctx: DecideContext): Claim;
  /** Decides from the run's state alone, at once. */
  decide?(fields: Fields, ctx: DecideContext): Decision;
  /** Acts on the outside, with fields already rendered. */
  execute?(fields: Fields, ctx: NodeContext): Promise<Outcome | Suspended>;
};

/** Whether a node of these fields works outside of the pure engine. */
export function doesWork(definition: NodeDefinition | undefined, fields: unknown): boolean {
  return definition?.execute !== undefined && (definition.acts?.(fields) ?? true);
}

export function defineNode<Fields>(definition: NodeDefinition<Fields>): NodeDefinition<Fields> {
  return definition;
}

export function failure(code: string, message: string, details?: unknown): Outcome {
  return { ok: false, error: details === undefined ? { code, message } : { code, message, details } };
}
