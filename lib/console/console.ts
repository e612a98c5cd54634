// One of each: all that a running console is made of. Built in one place (create-console), held by one singleton for
// requests (current-console), handed down as `house` by everybody else. A function says with `Needs` what it uses of it.
// Nothing else in the process outlives a call, so two consoles in one process never see each other.

import type { FSWatcher } from 'node:fs';
import type { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import type { OpenIdProvider } from '../clients/http/openid.ts';
import type { ServerPool } from '../clients/mcp/mcp.ts';
import type { PipeNames } from '../clients/process/output-pipes.ts';
import type { ProcessGroup } from '../clients/process/process-group.ts';
import type { Wall } from '../clients/process/wall/wall.ts';
import type { LogIndex } from '../engine/log-lines.ts';
import type { RunHistory } from '../engine/view/run-history.ts';
import type { Env } from '../env.ts';
import type { Lock } from '../lock.ts';
import type { Pointing } from '../nodes/pointing/aim.ts';
import type { Clock } from '../queue/clock.ts';
import type { Queue } from '../queue/queue.ts';
import type { Slots } from '../queue/slots.ts';
import type { Timers } from '../queue/timers.ts';
import type { AuditCheck, ChainEnd } from '../receipts/audit-chain.ts';
import type { Signer } from '../receipts/signing-key.ts';
import type { KeptBulkAct } from '../runs/bulk/bulk-act.ts';
import type { Outbox } from '../runs/notify/outbox.ts';
import type { DiskUse } from '../runs/upkeep/disk-use.ts';
import type { RunFigures } from '../runs/views.ts';
import type { Execution } from '../runs/work/executions.ts';
import type { LiveRun } from '../runs/work/live-run.ts';
import type { Watched } from '../runs/work/watch-background.ts';
import type { Store } from '../store/contract/store.ts';
import type { Notifier } from '../stream/notifier.ts';
import type { Stream } from '../stream/sse.ts';
import type { Troubles } from '../trouble.ts';
import type { Graph } from '../workflow/graph.ts';
import type { LoadedWorkflow } from '../workflow/load.ts';

export type Console = {
  env: Env;
  /** Who this console is among those that work on the same database, and which of them are alive. */
  worker: {
    id: string;
    isAlive(id: string): boolean;
    /** The one before, if it stopped in order rather than died. */
    stopped: string | null;
  };
  clock: Clock;
  /** The owner's API token. */
  ownerToken: string;
  /** Signs answers, bundles and the end of the audit log. */
  signer: Signer;
  /** Who seals the audit log now, and where it ended when that was last done. */
  sealing: { lock: Lock; end: ChainEnd | null; check: { at: number; result: Promise<AuditCheck> } | null };
  /** Asking for it while the console starts or stops is refused as `unavailable`. */
  store: Store;
  /** How many steps that only decide may share a commit. */
  sharing: { steps: number };
  queue: Queue;
  timers: Timers;
  /** How many attempts work at once. */
  slots: Slots;
  notifier: Notifier;
  /** Null when the configuration names nobody to tell. */
  outbox: Outbox | null;

  /** Runs in memory, and who holds each of them now. */
  liveRuns: { runs: Map<string, LiveRun>; turns: Map<string, Promise<unknown>> };
  /** What pages show of whole runs, of those that were looked at last. */
  histories: Map<string, RunHistory>;
  /** Where lines begin in what programs printed, of the files that were looked at last. */
  logIndexes: Map<string, LogIndex>;
  /** Attempts at work, by run. */
  executions: Map<string, Map<string, Execution>>;
  /** Runs that have started processes. */
  spawned: Set<string>;
  /** What runs know of the screens they point at. */
  pointing: Map<string, Pointing>;
  /** Background commands that are looked after, by their id. */
  background: Map<string, Watched>;
  /** One lock for each line of runs that share a limit. */
  admission: Map<string, Lock>;
  /** Workspaces that are being made. */
  workspaces: Map<string, Promise<void>>;
  /** What was asked for many runs at once, by its id. */
  bulkActs: Map<string, KeptBulkAct>;
  /** Figures of all runs, by who sees the same ones. */
  figures: Map<string, { at: number; figures: Promise<RunFigures> }>;
  /** Stuck runs that were taken up once. */
  takenUp: Set<string>;
  /** Runs that only wait for runs they called, as of their newest event: nothing of them need be read to know it again. */
  awaiting: Map<string, { seq: number; called: string[] }>;

  servers: ServerPool;
  processes: Set<ProcessGroup>;
  /** For what processes print: pipes that wait to be opened. */
  pipes: PipeNames;
  /** Whether there is a wall around what runs start, and what limits that which has none: each is tried once. */
  wall: { tried: Promise<Wall> | null; limiter: Promise<string[] | null> | null };
  /** Graphs by their stored version, workflows by their text, and the thread that reads large ones. */
  workflows: {
    graphs: Map<string, Graph>;
    read: Map<string, LoadedWorkflow>;
    parser: { worker: Worker | null; last: Promise<void> };
  };
  workflowFiles: { listeners: Set<() => void>; watcher: FSWatcher | null };

  /** What server actions made of requests that are not over yet, by the name that the server in front gave them. */
  actionStatus: Map<string, number>;
  streams: Set<Stream>;
  trouble: Troubles;
  /** How late the event loop comes round. */
  loopDelay: ReturnType<typeof monitorEventLoopDelay>;
  /** The newest look at how the console is, and when it began. */
  health: { look: Promise<void> | null; at: number };
  diskUse: { use: Promise<DiskUse> | null; doneAt: number };
  /** What the OpenID provider says of itself, once it was asked. */
  openId: { provider: Promise<OpenIdProvider> | null };
  /** Read from the store when it is first asked for. */
  wrongTries: {
    windows: Promise<Map<string, { startedAt: number; count: number }>> | null;
    /** The last wrong token of each address, as a hash. */
    lastTokens: Map<string, string>;
  };
};

/** The parts of the console that a function uses, itself or through those it calls. */
export type Needs<Part extends keyof Console> = Pick<Console, Part>;
