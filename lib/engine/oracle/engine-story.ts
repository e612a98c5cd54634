// What an engine's run did, in the model's words: what happened on each position in order, and the data it left.

import type { Walk } from '../../testing/engine/walk.ts';
import type { RunEvent } from '../events.ts';
import type { DrawnWorkflow } from './drawn-workflow.ts';
import { beside, crashed, isAboutTool, newPlaces, type Places } from './engine-places.ts';
import type { ModelRun } from './oracle-data.ts';

/** Times are the engine's own; the model knows none. */
function timeless(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(timeless);
  const { at: _, comment: __, by: ___, ...fields } = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [name, name === 'until' ? '*' : timeless(one)]),
  );
}

function textOf(event: RunEvent): string | null {
  switch (event.type) {
    case 'node_completed':
      return `completed ${JSON.stringify(timeless(event.data.output))}`;
    case 'node_failed':
      return 'failed';
    case 'retry':
      return 'retried';
    case 'node_skipped':
      return `skipped ${event.data.reason}`;
    case 'node_interrupted':
      return event.data.reason === crashed ? null : 'interrupted';
    case 'gate_answered':
      return event.data.answer.by === crashed || isAboutTool(event) ? null : `answered ${event.data.answer.option}`;
    case 'gate_expired':
      return 'expired';
    default:
      return null;
  }
}

function positionOf(event: RunEvent, places: Places): { position: string; visit: number } {
  const visit = event.visit as number;
  if (event.type === 'gate_answered' || event.type === 'gate_expired') return places.arrivedAt(event.data.gate);
  return { position: (event.data as { position?: string }).position ?? 'main', visit };
}

function pathsOf(events: RunEvent[]): Record<string, string[]> {
  const places = newPlaces();
  places.read(events);
  const paths: Record<string, string[]> = {};
  for (const event of events) {
    const text = event.node === undefined ? null : textOf(event);
    if (text === null) continue;
    const { position, visit } = positionOf(event, places);
    const { path } = places.visited(position, event.node as string, visit);
    paths[path] = [...(paths[path] ?? []), `${event.node} ${text}`];
  }
  return paths;
}

/** Where the model cannot know which branch spoke last, neither is looked at. */
function blinded(text: string, isBlind: boolean): string {
  return isBlind ? text.replaceAll(/"prev":"[^"]*"/g, '"prev":"?"') : text;
}

export type Story = Omit<ModelRun, 'outputs' | 'responses' | 'checkpoints' | 'verdicts'> & {
  checkpoints: string[];
  outputs: Record<string, string>;
  verdicts: Record<string, string>;
  responses: Record<string, string>;
};

/** Both sides as plain values that must be equal. */
export function comparable(run: ModelRun, model: ModelRun, { steps }: DrawnWorkflow): Story {
  const isUnsure = (text: string | undefined) => text?.includes('"prev":"?"') ?? false;
  // How far the background came before a run was cut off is chance.
  const agents = new Set(steps.filter(({ type }) => type === 'agent').map(({ id }) => id));
  const isLeft = run.status !== 'completed';
  const told = Object.entries(run.paths).filter(([path]) => !isLeft || !path.includes(beside));
  const paths = told.map(([path, texts]): [string, string[]] => [
    path,
    texts.map((text, index) => blinded(text, isUnsure(model.paths[path]?.[index]))),
  ]);
  const shared = new Set(steps.filter(({ isShared }) => isShared).map(({ id }) => id));
  const own = (values: Record<string, unknown>, known: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([id]) => !shared.has(id) && !(isLeft && agents.has(id)))
        .map(([id, value]) => [id, blinded(JSON.stringify(value), isUnsure(JSON.stringify(known[id])))]),
    );
  const log = [...(run.computed.log as string[])].sort();
  return {
    ...run,
    checkpoints: Object.keys(run.checkpoints).sort(),
    paths: Object.fromEntries(paths),
    computed: { ...run.computed, log },
    outputs: own(run.outputs, model.outputs),
    responses: own(run.responses, model.responses),
    verdicts: own(run.verdicts, model.verdicts),
  };
}

const ends = new Set(['node_completed', 'node_failed', 'node_skipped']);

export function engineRun({ graph, state, events }: Walk): ModelRun {
  const { status, computed, flags, custom, nodes, outputs, history, user_responses, checkpoints, checks } = state;
  const agents = new Set(graph.nodes.filter(({ type }) => type === 'agent').map(({ id }) => id));
  const endsBeside = events.filter(({ type, node = '' }) => ends.has(type) && agents.has(node)).length;
  const verdicts = Object.entries(checks).map(([id, results]) => [id, results.map(({ verdict }) => verdict).join()]);
  return {
    status,
    paths: pathsOf(events),
    visits: Object.fromEntries(Object.entries(nodes).map(([id, { visits }]) => [id, visits])),
    finished: history.length - endsBeside,
    verdicts: Object.fromEntries(verdicts),
    computed,
    flags,
    custom,
    responses: Object.fromEntries(
      Object.entries(user_responses).map(([id, { id: option, values }]) => [id, { option, values }]),
    ),
    outputs: Object.fromEntries(Object.entries(outputs).map(([id, output]) => [id, timeless(output)])),
    checkpoints: Object.fromEntries(Object.keys(checkpoints).map((name) => [name, name])),
  };
}
