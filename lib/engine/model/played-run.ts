// A drawn workflow run by the engine: attempts and people follow the script, the clock and signals come when nothing else
// can go on. A run can be taken up again from any of its commits, as after a crash.
import type { Outcome } from '../../nodes/define-node.ts';
import type { Graph } from '../../workflow/graph.ts';
import { loadWorkflow } from '../../workflow/load.ts';
import { describeProblem } from '../../workflow/problem.ts';
import { applyEvent } from '../apply-event.ts';
import type { Gate, RunEvent } from '../events.ts';
import { nextEffects } from '../interpreter.ts';
import { named, visitOf } from '../moment.ts';
import { isTerminal, type RunState } from '../state.ts';
import { broken, goOn, newWalk, ok, type Reply, record, type Walk, type Work } from '../test-walk.ts';
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
    const { visit: name, tried, asked } = places.visited(position, node, visit);
    return { place: { visit: name, isInFork: position !== 'main' }, tried, asked };
  };

  const outcome = ({ position, node, visit, fields }: Work): Outcome | 'interrupted' => {
    const { place, tried } = visitedAt(position, node, visit);
    const scripted = script.outcome(place, tried);
    const value = scripted.kind === 'ok' ? scripted.value : 0;
    if (scripted.kind === 'ok' || isSteady(steps.get(node))) {
      return ok({ node, value, prev: (fields.command as string[])[1] });
    }
    return scripted.kind === 'failure' ? broken() : 'interrupted';
  };

  const answer = (gate: Gate): Reply | null => {
    places.read(walk.events);
    const { position } = places.arrivedAt(gate.id);
    if (gate.purpose === 'interrupted' && places.isCrashed(position, gate.node, gate.visit)) {
      return { option: 'retry', by: crashed };
    }
    const { place, asked } = visitedAt(position, gate.node, gate.visit);
    const question = {
      purpose: gate.purpose,
      options: gate.options.map(({ id }) => id),
      canExpire: gate.expires_at !== null,
    };
    const option = script.answer(place, asked, question);
    return option === null ? null : { option, values: valuesFor(option) };
  };

  walk.options = { mostSteps, outcome, answer };
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
  const atWork = nextEffects(walk.graph, walk.state, walk.now).flatMap((effect) =>
    effect.kind === 'execute' ? walk.state.active.filter(({ id }) => id === effect.position) : [],
  );
  for (const position of atWork) {
    const data = { ...named(position), reason: crashed };
    record(walk, [{ type: 'node_interrupted', ...visitOf(position), data }]);
  }
  return playOn(walk);
}

export function foldEvents(events: RunEvent[], from: RunState | null = null): RunState {
  return events.reduce<RunState | null>((state, event) => applyEvent(state, event), from) as RunState;
}
