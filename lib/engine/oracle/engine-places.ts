// Names the visits of an engine's run as the script and the model do: by the position and how often the node was arrived
// at there, never by numbers that depend on which branch was quicker. Read from the events alone.
import type { EventOf, RunEvent } from '../events.ts';
import { backgroundPositionId } from '../position.ts';

/** In the name of a path: what follows works in the background of what stands before. */
export const beside = '~';

type Arrived = { position: string; node: string; visit: number };

export type Visited = {
  path: string;
  /** As the script names it. */
  visit: string;
  /** Scripted outcomes used up, and questions that were put to people. */
  tried: number;
  asked: number;
  /** How often the attempt at work has stopped in the middle. */
  stopped: number;
};

/** The reason of an interruption, and who answers for it, when the test crashes the run. */
export const crashed = 'crash';

/** Part of an attempt, and asked again with it. */
export function isAboutTool({ data }: EventOf<'gate_answered'>): boolean {
  return data.answer.option === 'allow' || data.answer.option === 'deny';
}

export type Places = {
  read(events: RunEvent[]): void;
  visited(position: string, node: string, visit: number): Visited;
  arrivedAt(gate: string): Arrived;
  /** What was interrupted last in this visit was interrupted by a crash of the test, not by the script. */
  isCrashed(position: string, node: string, visit: number): boolean;
};

export function newPlaces(): Places {
  const arrivals = new Map<string, number[]>();
  const known = new Map<string, Visited>();
  const gates = new Map<string, Arrived>();
  const positions = new Map<string, string>();
  const crashes = new Set<string>();
  /** From where work in the background was begun, by its position. */
  const ways = new Map<string, Arrived>();
  let next = 0;

  const keyOf = (position: string, node: string, visit: number) => `${position}|${node}|${visit}`;

  function pathOf(position: string): string {
    const way = ways.get(position);
    if (way) return `${pathOf(way.position)}${beside}${way.node}#${ordinal(way.position, way.node, way.visit)}`;
    const [, parent, node, visit, key] = /^(.*)\/([^/]+)\.(\d+):([^/]*)$/.exec(position) ?? [];
    if (parent === undefined || node === undefined) return position;
    return `${pathOf(parent)}/${node}#${ordinal(parent, node, Number(visit))}:${key}`;
  }

  function ordinal(position: string, node: string, visit: number): number {
    return (arrivals.get(`${position}|${node}`)?.indexOf(visit) ?? -1) + 1;
  }

  function arrive({ position, node, visit }: Arrived): void {
    const key = keyOf(position, node, visit);
    positions.set(`${node}|${visit}`, position);
    if (known.has(key)) return;
    const place = `${position}|${node}`;
    arrivals.set(place, [...(arrivals.get(place) ?? []), visit]);
    const path = pathOf(position);
    known.set(key, {
      path,
      visit: `${path}|${node}|${ordinal(position, node, visit)}`,
      tried: 0,
      asked: 0,
      stopped: 0,
    });
  }

  function readOne(event: RunEvent): void {
    const { node, visit } = event;
    if (node === undefined || visit === undefined) return;
    if (event.type === 'node_started' || event.type === 'node_skipped' || event.type === 'gate_opened') {
      const arrived = { position: event.data.position ?? 'main', node, visit };
      arrive(arrived);
      if (event.type === 'node_started' && event.data.background) {
        const position = backgroundPositionId(node, visit);
        ways.set(position, arrived);
        arrive({ ...arrived, position });
      }
      if (event.type === 'gate_opened') gates.set(event.data.gate.id, arrived);
    }
    const key = keyOf(positions.get(`${node}|${visit}`) ?? 'main', node, visit);
    const place = known.get(key);
    if (!place) return;
    if (event.type === 'node_started' && !event.data.continues) place.stopped = 0;
    if (event.type === 'node_suspended') place.stopped++;
    if (event.type === 'node_interrupted') {
      if (event.data.reason === crashed) crashes.add(key);
      else crashes.delete(key);
      if (event.data.reason !== crashed) place.tried++;
    }
    if (event.type === 'retry' || event.type === 'node_failed') place.tried++;
    if (event.type === 'node_completed' && event.data.outcome.marked_done_by === undefined) place.tried++;
    if (event.type === 'gate_expired') place.asked++;
    if (event.type === 'gate_answered' && event.data.answer.by === 'ada' && !isAboutTool(event)) place.asked++;
  }

  return {
    read(events) {
      for (; next < events.length; next++) readOne(events[next] as RunEvent);
    },
    visited: (position, node, visit) => known.get(keyOf(position, node, visit)) as Visited,
    arrivedAt: (gate) => gates.get(gate) as Arrived,
    isCrashed: (position, node, visit) => crashes.has(keyOf(position, node, visit)),
  };
}
