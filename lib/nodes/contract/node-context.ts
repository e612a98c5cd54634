// The world, as a node sees it: the run's data for one that decides, everything else for one that works. A node reaches
// nothing but what is named here; clients implement it.
import type { ModelReply, ModelRequest } from '../model/model-request.ts';
import type { OutsideCheck } from '../parts/precondition.ts';
import type { Pointing } from '../pointing/aim.ts';
import type { Change, Resumption } from './outcome.ts';

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
  /** How many items one list may be gone through with. */
  mostItems: number;
};

export type ArtifactInput = {
  name: string;
  type?: string;
  bytes?: Uint8Array | string;
  file?: string;
  path?: string;
};
/** `path` is where it is in the workspace, for a file that is there. */
export type ArtifactRef = { id: string; name: string; type: string; size: number; sha256: string; path?: string };
/** Files that are kept, and those of the mentioned ones that are only there. */
export type KeptFiles = { kept: ArtifactRef[]; mentions: string[] };

export type CommandSpec = {
  argv: string[];
  cwd?: string;
  env?: Record<string, string>;
  stdin?: string;
  /** For what the console itself wants done: a folder to fill in the place of the workspace, and one to read. */
  fills?: { folder: string; from: string | null };
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
  /** What is there; null for nothing, and for what is not inside. */
  find(path: string): Promise<'file' | 'directory' | null>;
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
export type FetchReply = { status: number; url: string; type: string; content: string };

type DetailType =
  | 'tool_call'
  | 'tool_result'
  | 'progress'
  | 'warning'
  | 'vision_summary'
  | 'target_resolved'
  | 'app_resolved'
  | 'element_resolved';

/** What acts on the outside. */
export type ActingContext = {
  runCommand(command: CommandSpec): Promise<CommandResult>;
  /** Starts a program that outlives this attempt and the console. Its end arrives as the signal. */
  startBackground(command: CommandSpec): Promise<{ exec_id: string; signal: string }>;
  callTool(server: string, tool: string, args: Record<string, unknown>): Promise<ToolResult>;
  files: WorkspaceFiles;
  /** The one way to the web: no address inside the machine's own network unless the administrator allows it. */
  fetch(request: FetchRequest): Promise<FetchReply>;
};

/** The world, as a working node sees it. */
export type NodeContext = ActingContext & {
  /** The same for a call that a model made: no secret is revealed in it, however it is written. */
  ofModel: ActingContext;
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
  /** Leaves a text, or without one all that was printed, as a file of the workspace for later nodes; gives its path. */
  leaveFile(ending: 'md' | 'txt', text?: string): Promise<string>;
  /** Keeps what this attempt has left for people, once: mentioned files that it made or changed, and what is asked for. */
  keepFiles(mentioned?: string[]): Promise<KeptFiles>;
  /** What the program that this attempt started in the background has printed, and how it ended. */
  readBackground(): Promise<BackgroundResult>;
  listTools(server: string): Promise<ToolInfo[]>;
  /**
   * The options that git gets for this repository. Fails for one that a value of the run may not name; what is written in
   * the workflow itself may be anywhere.
   */
  repositoryOptions(source: string, isWritten: boolean): Promise<string[]>;
  /** One answer of a model. Its text is streamed to the trace; its tokens are counted. */
  callModel(request: ModelRequest): Promise<ModelReply>;
  /** True when the run has used up what it was granted: suspend rather than spend more. */
  isOverBudget(): boolean;
  /** What of a check that looks outside is missing, in words; null when it holds. Files are those of the workspace. */
  missingOutside(check: OutsideCheck): Promise<string | null>;
  /** What this run knows of the screen; changed in place, and forgotten with the console. */
  pointing: Pointing;
  /** The role of this node; null when it has none. */
  role: Role | null;
  /** A role of the workflow by its name. */
  findRole(name: string): Role | null;
  readInstructions(kind: 'skill' | 'command' | 'agent', name: string): Promise<Instructions>;
  /** What a suspended attempt goes on with; null at its beginning. */
  resumed: Resumption | null;
  /** The attempt's own memory: durable once written, kept over a suspension, empty in a new attempt. */
  notebook: { read(): Promise<unknown>; write(value: unknown): Promise<void> };
  /** The run's data when this attempt began, and the changes applied since, for a node whose fields are rendered one by one. */
  data: DecideContext;
};
