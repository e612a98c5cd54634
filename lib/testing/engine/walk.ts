// For tests: a run walked purely. The engine says what is next, this numbers and folds it; work is played by a function,
// people by another, and the clock only moves when there is something to wait for. Nothing outside is touched.

import { decideNode } from '../../engine/decide/decide-node.ts';
import { type NextStep, positionKey } from '../../engine/decide/decision-input.ts';
import { finishAttempt } from '../../engine/decide/finish-attempt.ts';
import { nextEffects } from '../../engine/decide/interpreter.ts';
import { gateKeys } from '../../engine/event-types.ts';
import type { Draft, EventOf, EventType, Gate, RunEvent } from '../../engine/events.ts';
import { applyEvent } from '../../engine/fold/apply-event.ts';
import { isBackgroundPosition } from '../../engine/position.ts';
import type { RunState } from '../../engine/state.ts';
import type { Outcome, Suspended } from '../../nodes/contract/outcome.ts';
import type { Graph } from '../../workflow/graph.ts';
import { loadWorkflow } from '../../workflow/load.ts';
import { describeProblem } from '../../workflow/problems/problem.ts';

export type Reply = { option: string; values?: Record<string, unknown>; by?: string };
type Execute = Extract<NextStep, { kind: 'execute' }>;
export type Work = Omit<Execute, 'kind' | 'fields'> & { fields: Record<string, unknown> };

export type WalkOptions = {
  /** Top-level keys of the file besides `nodes`. */
  head?: string;
  inputs?: Record<string, unknown>;
  approvedServers?: string[];
  /** How an attempt ends; every one succeeds when not said. `interrupted` is a process that died. */
  outcome?: (work: Work) => Outcome | Suspended | 'interrupted';
  /** What happens to the run while an attempt is at work. */
  during?: (walk: Walk, work: Work) => void;
  /** What people answer; null leaves the gate open. */
  answer?: (gate: Gate) => Reply | null;
  /** Of several attempts at work those in the background end first. */
  isBackgroundFirst?: boolean;
  mostSteps?: number;
};

export type Walk = {
  graph: Graph;
  events: RunEvent[];
  state: RunState;
  /** The virtual time. */
  now: string;
  /** How many events there were after each that was recorded in one breath. */
  commits: number[];
  steps: number;
  options: WalkOptions;
};

export const firstSecond = '2026-01-01T00:00:00.000Z';
export const minute = 60_000;
export const hour = 60 * minute;

/** So long after a run began. */
export const later = (milliseconds: number) => new Date(Date.parse(firstSecond) + milliseconds).toISOString();

export const ok = (result: unknown = null): Outcome => ({ ok: true, result });
export const broken = (message = 'it broke'): Outcome => ({ ok: false, error: { code: 'broken', message } });

const loadNodes = (nodes: string, head: string) =>
  loadWorkflow(`gatehouse: 1\nname: Walk\nversion: 1.0.0\n${head}\nnodes:\n${nodes}`);

/** What is told of such a file, without its places. */
export function problemsOf(nodes: string, head = ''): string[] {
  return loadNodes(nodes, head).problems.map((problem) => describeProblem(problem).replace(/^\S+ /, ''));
}

/** The graph of a file given as the body of its `nodes`. Warnings are allowed, errors are not. */
export function graphOf(nodes: string, head = ''): Graph {
  const { graph, problems } = loadNodes(nodes, head);
  if (!graph) throw new Error(problems.map((problem) => describeProblem(problem, 'walk.yaml')).join('\n'));
  return graph;
}

/** Starts a run and walks it until it ends or only people can move it. */
export function walkRun(nodes: string, options: WalkOptions = {}): Walk {
  return walkGraph(graphOf(nodes, options.head), options);
}

/** A run that has been created and nothing more. */
export function newWalk(graph: Graph, options: WalkOptions = {}): Walk {
  const created: EventOf<'run_created'> = {
    seq: 1,
    at: firstSecond,
    type: 'run_created',
    data: {
      run: 'run-1',
      workflow: 'walk',
      name: graph.name,
      version: graph.version,
      inputs: options.inputs ?? {},
      started_by: 'owner',
      start: graph.start,
      state: graph.state,
      approved_servers: options.approvedServers ?? [],
      workspace: '/workspace',
    },
  };
  const state = applyEvent(null, created);
  return { graph, events: [created], state, now: firstSecond, commits: [1], steps: 0, options };
}

export function walkGraph(graph: Graph, options: WalkOptions = {}): Walk {
  const walk = newWalk(graph, options);
  goOn(walk);
  return walk;
}

export function record(walk: Walk, drafts: Draft[]): void {
  for (const draft of drafts) {
    const event = { ...draft, seq: walk.state.seq + 1, at: walk.now } as RunEvent;
    walk.state = applyEvent(walk.state, event);
    walk.events.push(event);
  }
  walk.commits.push(walk.events.length);
}

export function draftAnswer(gate: Gate, { option, values = {}, by = 'ada' }: Reply, at: string): Draft {
  const answer = { option, values, comment: null, by, via: 'test', at };
  return { type: 'gate_answered', ...gateKeys(gate), data: { gate: gate.id, answer, shown: '' } };
}

/** Work is done with what was claimed, whatever became of the data since. */
function claimedBy(walk: Walk, effect: Execute): Work {
  const isClaim = (event: RunEvent) =>
    event.type === 'node_started' &&
    event.node === effect.node &&
    event.visit === effect.visit &&
    !event.data.continues;
  const claim = walk.events.findLast(isClaim) as EventOf<'node_started'> | undefined;
  return { ...effect, fields: (claim?.data.input ?? effect.fields ?? {}) as Work['fields'] };
}

function act(walk: Walk, effect: Execute): void {
  const { position: id, node, visit, attempt } = effect;
  const work = claimedBy(walk, effect);
  walk.options.during?.(walk, work);
  const outcome = walk.options.outcome?.(work) ?? ok();
  const position = walk.state.active.find((one) => one.id === id);
  if (!position) throw new Error(`nothing stands at "${node}"`);
  const { graph, state, now } = walk;
  record(
    walk,
    outcome === 'interrupted'
      ? [
          {
            type: 'node_interrupted',
            node,
            visit,
            attempt,
            data: { ...positionKey(position), reason: 'the process died' },
          },
        ]
      : finishAttempt({ graph, state, at: now }, position, outcome),
  );
}

/** The copy is what the data was when the checkpoint's latest event was folded. */
function restore(walk: Walk, effect: Extract<NextStep, { kind: 'restore' }>): void {
  const { graph, state, now, events } = walk;
  const position = state.active.find((one) => one.id === effect.position);
  if (!position) throw new Error(`nothing stands at "${effect.position}"`);
  const seq = state.checkpoints[effect.checkpoint]?.seq ?? 0;
  const then = events.slice(0, seq).reduce<RunState | null>((folded, event) => applyEvent(folded, event), null);
  record(walk, decideNode({ graph, state, at: now }, position, then));
}

function answerOne(walk: Walk): boolean {
  for (const gate of Object.values(walk.state.gates)) {
    const reply = walk.options.answer?.(gate);
    if (!reply) continue;
    record(walk, [draftAnswer(gate, reply, walk.now)]);
    return true;
  }
  return false;
}

function step(walk: Walk): boolean {
  const effects = nextEffects(walk.graph, walk.state, walk.now);
  const [first] = effects;
  if (first?.kind === 'record') {
    record(walk, first.drafts);
    return true;
  }
  if (first?.kind === 'restore') {
    restore(walk, first);
    return true;
  }
  const works = effects.filter((effect) => effect.kind === 'execute');
  const isFirst = ({ position }: Execute) => walk.options.isBackgroundFirst && isBackgroundPosition(position);
  const work = works.find(isFirst) ?? works[0];
  if (work) {
    act(walk, work);
    return true;
  }
  if (answerOne(walk)) return true;
  // Time passes by itself only where no person is asked: how long people take is for the test to say.
  const wake = effects.flatMap((effect) => (effect.kind === 'wake' ? [effect.at] : [])).sort()[0];
  if (wake === undefined || Object.keys(walk.state.gates).length > 0) return false;
  walk.now = wake;
  return true;
}

export function goOn(walk: Walk): void {
  const most = walk.options.mostSteps ?? 1000;
  while (step(walk)) {
    if (++walk.steps > most) throw new Error(`the run did not come to rest within ${most} steps`);
  }
}

export function openGates(walk: Walk): Gate[] {
  return Object.values(walk.state.gates);
}

export function openGate(walk: Walk): Gate {
  const [gate, ...others] = openGates(walk);
  if (!gate || others.length > 0) throw new Error(`${others.length + (gate ? 1 : 0)} gates are open, not one`);
  return gate;
}

/** Answers the one open gate and goes on. */
export function answer(walk: Walk, option: string, values: Record<string, unknown> = {}, by = 'ada'): void {
  record(walk, [draftAnswer(openGate(walk), { option, values, by }, walk.now)]);
  goOn(walk);
}

/** A signal comes, and the run goes on. */
export function send(walk: Walk, name: string, payload: unknown): void {
  record(walk, [{ type: 'signal_received', data: { name, payload, by: 'ada' } }]);
  goOn(walk);
}

export function passTime(walk: Walk, milliseconds: number): void {
  walk.now = new Date(Date.parse(walk.now) + milliseconds).toISOString();
  goOn(walk);
}

export function eventsOf<Type extends EventType>(walk: Walk, type: Type): EventOf<Type>[] {
  return walk.events.filter((event) => event.type === type) as EventOf<Type>[];
}

/** The nodes whose visits ended, in order. */
export function finishedNodes(walk: Walk): string[] {
  return walk.state.history.tail.map(({ node }) => node);
}

/** What happened at nodes and gates, one word each: `work started`, `work asked before:0`. */
export function storyOf(walk: Walk): string[] {
  return walk.events.flatMap((event) => {
    if (event.type === 'gate_opened') return [`${event.node} asked ${event.data.gate.slot}`];
    if (event.type === 'gate_answered') return [`${event.node} answered ${event.data.answer.option}`];
    if (event.type.startsWith('node_')) return [`${event.node} ${event.type.slice('node_'.length)}`];
    if (event.type === 'variable_set') return [`${event.node} saved`];
    return event.type === 'retry' ? [`${event.node} retried`] : [];
  });
}
