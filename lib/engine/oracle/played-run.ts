// A drawn workflow run by the engine: attempts and people follow the script, the clock and signals come when nothing else
// can go on. A run can be taken up again from any of its commits, as after a crash.
import { doesWork } from '../../nodes/contract/define-node.ts';
import type { Outcome, Suspended } from '../../nodes/contract/outcome.ts';
import { definitionOf } from '../../nodes/index.ts';
import { broken, goOn, newWalk, ok, type Reply, record, type Walk, type Work } from '../../testing/engine/walk.ts';
import { type Graph, nodeOf } from '../../workflow/graph.ts';
import { loadWorkflow } from '../../workflow/load.ts';
import { describeProblem } from '../../workflow/problems/problem.ts';
import { positionKey, visitKeys } from '../decide/decision-input.ts';
import type { Gate, RunEvent } from '../events.ts';
import { applyEvent } from '../fold/apply-event.ts';
import { isTerminal, type Position, type RunState } from '../state.ts';
import { type DrawnWorkflow, fileOf, type Step } from './drawn-workflow.ts';
import { crashed, newPlaces } from './engine-places.ts';
import { type Script, valuesFor } from './script.ts';

const mostSteps = 20_000;

export function graphOfDrawn(drawn: DrawnWorkflow): Graph {
  const { graph, problems } = loadWorkflow(fileOf(drawn));
  if (!graph) throw new Error(problems.map((problem) => describeProblem(problem, 'drawn.yaml')).join('\n'));
  return graph;
}

type Play = { graph: Graph; drawn: DrawnWorkflow; script: Script };

function withOptions({ drawn, script }: Play, walk: Walk): Walk {
  const steps = new Map(drawn.steps.map((step) => [step.id, step]));
  const places = newPlaces();
  const isSteady = (step: Step | undefined) => step?.type === 'cli' && step.isSteady;

  const visitedAt = (position: string, node: string, visit: number) => {
    places.read(walk.events);
    const { visit: name, tried, asked, stopped } = places.visited(position, node, visit);
    return { place: { visit: name, isInSplit: position !== 'main' }, tried, asked, stopped };
  };

  const outcome = ({ position, node, visit, fields, resumed }: Work): Outcome | Suspended | 'interrupted' => {
    const { place, tried, stopped } = visitedAt(position, node, visit);
    const step = steps.get(node);
    const stop = isSteady(step) ? undefined : script.stops(place, tried)[stopped];
    if (stop === 'tool') return { suspended: { reason: 'tool', tool: 'hammer', arguments: {} } };
    if (stop === 'callback') return { suspended: { reason: 'callback', signal: `callback:${node}:${visit}` } };
    const scripted = script.outcome(place, tried);
    const isDenied = resumed?.reason === 'tool' && !resumed.allowed;
    const value = scripted.kind === 'ok' && !isDenied ? scripted.value : 0;
    if (scripted.kind === 'ok' || isSteady(step)) {
      return ok({ node, value, prev: step?.type === 'agent' ? fields.prompt : (fields.command as string[])[1] });
    }
    return scripted.kind === 'failure' ? broken() : 'interrupted';
  };

  const answer = (gate: Gate): Reply | null => {
    places.read(walk.events);
    const { position } = places.arrivedAt(gate.id);
    if (gate.purpose === 'interrupted' && places.isCrashed(position, gate.node, gate.visit)) {
      return { option: 'retry', by: crashed };
    }
    const { place, asked, tried, stopped } = visitedAt(position, gate.node, gate.visit);
    if (gate.purpose === 'tool') return { option: script.allows(place, tried, stopped - 1) ? 'allow' : 'deny' };
    const question = {
      purpose: gate.purpose,
      options: gate.options.map(({ id }) => id),
      canExpire: gate.expires_at !== null,
    };
    const option = script.answer(place, asked, question);
    return option === null ? null : { option, values: valuesFor(option) };
  };

  walk.options = { mostSteps, outcome, answer, isBackgroundFirst: drawn.seed % 3 === 0 };
  return walk;
}

/** One thing from outside that lets a run at rest go on. */
function nudge(walk: Walk): void {
  const { state } = walk;
  if (state.paused) {
    record(walk, [{ type: 'run_resumed', data: { by: 'ada', via: 'test' } }]);
    return;
  }
  const waiting = state.active.find(({ wait }) => typeof wait?.signal === 'string' && wait.deadline === null);
  if (waiting) {
    const name = waiting.wait?.signal as string;
    const payload = { said: name };
    record(walk, [{ type: 'signal_received', data: { name, payload, by: 'ada' } }]);
    return;
  }
  const [expiry] = Object.values(state.gates).flatMap(({ expires_at }) => (expires_at === null ? [] : [expires_at]));
  if (expiry === undefined) throw new Error(`the run is stuck: ${JSON.stringify(state.active)}`);
  walk.now = expiry;
}

function playOn(walk: Walk): Walk {
  goOn(walk);
  while (!isTerminal(walk.state.status)) {
    nudge(walk);
    goOn(walk);
  }
  return walk;
}

export function play(drawn: DrawnWorkflow, graph: Graph, script: Script): Walk {
  const walk = withOptions({ graph, drawn, script }, newWalk(graph));
  const early = drawn.steps.find((step) => step.type === 'signal' && !step.isLate);
  if (early?.type === 'signal' && drawn.seed % 2 === 0) {
    record(walk, [{ type: 'signal_received', data: { name: early.name, payload: { said: early.name }, by: 'ada' } }]);
  }
  return playOn(walk);
}

/** The process died after so many events: only they are left. What was at work is found interrupted. */
export function playAfterCrash(drawn: DrawnWorkflow, script: Script, before: Walk, commit: number): Walk {
  const events = before.events.slice(0, commit);
  const state = foldEvents(JSON.parse(JSON.stringify(events)));
  const walk: Walk = { ...before, events, state, now: events.at(-1)?.at ?? before.now, commits: [], steps: 0 };
  withOptions({ graph: before.graph, drawn, script }, walk);
  const isAtWork = ({ phase, node }: Position) => {
    const { type, fields } = nodeOf(walk.graph, node);
    return phase === 'running' && doesWork(definitionOf(type), fields);
  };
  for (const position of walk.state.active.filter(isAtWork)) {
    const data = { ...positionKey(position), reason: crashed };
    record(walk, [{ type: 'node_interrupted', ...visitKeys(position), data }]);
  }
  return playOn(walk);
}

export function foldEvents(events: RunEvent[], from: RunState | null = null): RunState {
  return events.reduce<RunState | null>((state, event) => applyEvent(state, event), from) as RunState;
}
