// Which events exist. An event is one past-tense fact with a sequence number, the only way anything changes.
// Stored events are read back for years: fields may be added as optional, never renamed.
import { z } from 'zod';
import { change, resumption, splitClaim } from '../nodes/contract/outcome.ts';
import { checkResult } from '../nodes/parts/check-spec.ts';
import {
  active,
  actor,
  artifactFile,
  budgetKinds,
  event,
  failureInfo,
  from,
  gateAnswer,
  json,
  modelMessage,
  moved,
  position,
  queued,
  userResponse,
  version,
  wait,
} from './event-parts.ts';
import { type Gate, type GateAnswer, gateData } from './gate-parts.ts';
import type { RunState } from './state.ts';

export type { Gate, GateAnswer };
export { gateData };

export const runEvent = z.discriminatedUnion('type', [
  event(
    'run_created',
    z.object({
      run: z.string(),
      workflow: z.string(),
      name: z.string(),
      version: z.string(),
      inputs: z.record(z.string(), json),
      started_by: z.string(),
      /** The person who started it; absent where there was only the owner. */
      starter: z.string().optional(),
      start: z.string(),
      state: z.object({
        computed: z.record(z.string(), json),
        flags: z.record(z.string(), z.boolean()),
        custom: z.record(z.string(), json),
      }),
      approved_servers: z.array(z.string()),
      workspace: z.string(),
      parent: z.string().nullable().optional(),
      called_by: z.object({ run: z.string(), signal: z.string(), depth: z.number() }).nullable().optional(),
      /** A fork begins with the state that another run was in after one of its events. */
      forked: z.object({ run: z.string(), seq: z.number(), version, state: z.custom<RunState>() }).optional(),
    }),
  ),
  event('run_started', z.object({})),
  event(
    'node_started',
    z.object({
      position,
      type: z.string(),
      from,
      input: json.optional(),
      /** Who holds the claim of an attempt that works. */
      worker: z.string().optional(),
      in_line: z.literal(true).optional(),
      fork: splitClaim.optional(),
      wait: wait.optional(),
      /** The same attempt goes on after a suspension. */
      continues: resumption.optional(),
      /** Another position walks on while this visit works. */
      background: z.boolean().optional(),
      /** How the run completes after the checks that this visit makes. */
      ending: z
        .object({ outcome: z.string(), message: z.string().nullable(), failed: z.string().optional() })
        .optional(),
    }),
  ),
  event('slot_taken', z.object({ position })),
  /** The attempt stopped in the middle, having kept its notes, until an answer, a signal or a new budget comes. */
  event(
    'node_suspended',
    z.object({
      position,
      reason: z.enum(['tool', 'question', 'callback', 'budget', 'server']),
      signal: z.string().optional(),
      deadline: z.string().nullable().optional(),
    }),
  ),
  /** It cannot go on before the work of this node in the background is done. */
  event('background_awaited', z.object({ position, for: z.string() })),
  event(
    'node_completed',
    z.object({
      position,
      output: json,
      outcome: z.record(z.string(), json),
      to: z.string().nullable().optional(),
      /** After a join: the last node in written order that did work in its branches. */
      prev: z.string().nullable().optional(),
    }),
  ),
  event('node_failed', z.object({ position, error: failureInfo })),
  event(
    'node_skipped',
    z.object({
      position,
      reason: z.enum(['disabled', 'failure', 'person', 'unreached']),
      from,
      to: z.string().nullable().optional(),
    }),
  ),
  event('node_interrupted', z.object({ position, reason: z.string(), crashed: z.literal(true).optional() })),
  event('retry', z.object({ position, error: failureInfo, next_attempt: z.number(), not_before: z.string() })),
  event(
    'tool_call',
    z.object({
      server: z.string(),
      tool: z.string(),
      arguments: json,
      /** The server says that the tool changes nothing. */
      read_only: z.boolean().optional(),
    }),
  ),
  event(
    'tool_result',
    z.object({
      server: z.string(),
      tool: z.string(),
      text: z.string(),
      images: z.number(),
      is_error: z.boolean(),
      ms: z.number(),
    }),
  ),
  /** Carries what was spent, so no trace setting drops it. */
  event(
    'model_call',
    z.object({
      model: z.string(),
      purpose: z.enum(['step', 'vision', 'judge', 'resolve']),
      input_tokens: z.number(),
      output_tokens: z.number(),
      /** Null when the model has no price. */
      cost: z.number().nullable(),
      ms: z.number(),
      tool_calls: z.number(),
      /** What was new in the request and what came back, shortened. A step has `messages` instead of a prompt. */
      prompt: z.string().optional(),
      text: z.string().optional(),
      /** What the model had not been told before, in order; a tool's answers the call of that id. */
      messages: z.array(modelMessage).optional(),
      /** What it wants to be called, as it wrote it. */
      calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: json })).optional(),
      /** All that came back, where `text` is only its beginning. */
      whole: json.optional(),
    }),
  ),
  event('vision_summary', z.object({ image: z.string(), text: z.string() })),
  event('target_resolved', z.object({ target: z.string(), tool: z.string(), arguments: json })),
  event('app_resolved', z.object({ app: z.string(), arguments: json })),
  event('element_resolved', z.object({ target: z.string(), element: z.string() })),
  event('check_evaluated', checkResult),
  event('checks_completed', z.object({ passed: z.number(), failed: z.number(), warned: z.number() })),
  event('budget_warned', z.object({ what: z.enum(budgetKinds), used: z.number(), limit: z.number() })),
  event('branch_evaluated', z.object({ condition: z.string(), result: z.boolean(), to: z.string().nullable() })),
  event('loop_iteration', z.object({ position, iteration: z.number(), max: z.number() })),
  event('loop_exited', z.object({ position, reason: z.enum(['max', 'until', 'disabled']), iterations: z.number() })),
  event(
    'branch_ended',
    z.object({
      position: z.string(),
      key: z.string(),
      cancelled: z.boolean(),
      result: json,
      prev: z.string().nullable(),
    }),
  ),
  event('signal_received', z.object({ name: z.string(), payload: json, by: z.string() })),
  /** `extracted` are the names under which a tool's answer can be read; they follow from it. */
  event('variable_set', z.object({ changes: z.array(change), extracted: z.array(z.string()).optional() })),
  event('output', z.object({ stream: z.enum(['stdout', 'stderr', 'message']), text: z.string(), offset: z.number() })),
  event('progress', z.object({ message: z.string().nullable(), ratio: z.number().nullable() })),
  event(
    'artifact_saved',
    artifactFile.extend({
      sha256: z.string(),
      /** What a command printed: kept, but not one of the node's `artifacts`. */
      log: z.boolean().optional(),
    }),
  ),
  event('gate_opened', z.object({ position, gate: gateData, from })),
  event('gate_voted', z.object({ gate: z.string(), answer: gateAnswer, shown: z.string() })),
  /** Somebody looks after it, or with null nobody does any more. By whom: themselves, or who hands it over. */
  event(
    'gate_claimed',
    actor.extend({ gate: z.string(), holder: z.object({ person: z.string(), name: z.string() }).nullable() }),
  ),
  event('gate_escalated', z.object({ gate: z.string(), to: z.array(z.string()) })),
  event('gate_reminded', z.object({ gate: z.string(), next_at: z.string() })),
  event('gate_answered', z.object({ gate: z.string(), answer: gateAnswer, shown: z.string() })),
  event('gate_expired', z.object({ gate: z.string(), then: z.string().nullable() })),
  event('checkpoint_created', z.object({ name: z.string(), label: z.string() })),
  /** The data as the checkpoint kept it. History, visits and the log go on. */
  event(
    'rolled_back',
    z.object({
      checkpoint: z.string(),
      computed: z.record(z.string(), json),
      flags: z.record(z.string(), z.boolean()),
      custom: z.record(z.string(), json),
      user_responses: z.record(z.string(), userResponse),
      /** A person's rollback also restores the place and what the nodes had given by then. */
      back: actor
        .extend({
          version,
          active,
          queued,
          outputs: z.record(z.string(), json),
          artifacts: z.record(z.string(), z.array(artifactFile)),
        })
        .optional(),
    }),
  ),
  event('run_restarted', actor.extend({ node: z.string(), version, active, queued, moved: moved.optional() })),
  event('warning', z.object({ code: z.string(), message: z.string() })),
  event('run_paused', actor),
  event('run_resumed', actor),
  event('run_completed', z.object({ outcome: z.string(), message: z.string().nullable() })),
  event('run_failed', z.object({ message: z.string(), node: z.string().nullable() })),
  event('run_cancelled', actor.extend({ message: z.string().nullable() })),
]);

export type RunEvent = z.infer<typeof runEvent>;
export type EventType = RunEvent['type'];
export type EventOf<Type extends EventType> = Extract<RunEvent, { type: Type }>;

/** An event before it has a number and a time. */
export type Draft = {
  [Type in EventType]: Pick<EventOf<Type>, 'type' | 'data'> & { node?: string; visit?: number; attempt?: number };
}[EventType];
