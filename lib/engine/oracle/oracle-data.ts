// What the model's run knows: the data, and what expressions can see of it from one position.
import { type DrawnEffect, type DrawnGate, initialData, type Step, type Test } from './drawn-workflow.ts';

export type Position = {
  path: string;
  parent: Position | null;
  item: { name: string; value: number; index: number } | null;
  prev: string | null;
  /** The last step on this position, or in its splits, that did work. */
  worked: string | null;
  output: unknown;
  own: Map<string, unknown>;
  loops: { id: string; index: number; max: number }[];
  arrivals: Map<string, number>;
};

export type Answer = { option: string; values: Record<string, unknown> };

export type ModelRun = {
  status: string;
  /** What happened on each position, in order. */
  paths: Record<string, string[]>;
  visits: Record<string, number>;
  finished: number;
  computed: Record<string, unknown>;
  flags: Record<string, boolean>;
  custom: Record<string, unknown>;
  responses: Record<string, Answer>;
  outputs: Record<string, unknown>;
  /** The latest verdicts on each step. */
  verdicts: Record<string, string>;
  checkpoints: Record<string, string>;
};

export type Visit = {
  at: Position;
  step: Step;
  number: number;
  place: { visit: string; isInSplit: boolean };
  asked: number;
  tried: number;
  failures: number;
  passed: Set<DrawnGate>;
};

/** Thrown from wherever the run is over. */
type Over = { over: 'completed' | 'failed' | 'cancelled' };

export const isOver = (thrown: unknown): thrown is Over =>
  thrown !== null && typeof thrown === 'object' && 'over' in thrown;

export const over = (status: Over['over']): Over => ({ over: status });

/** Thrown where an expression or an effect names what is not there. */
export const missing = Symbol('missing');

export function newRun(): ModelRun {
  const nothing = { paths: {}, visits: {}, responses: {}, outputs: {}, verdicts: {}, checkpoints: {} };
  return { status: 'running', finished: 0, ...structuredClone(initialData), ...nothing };
}

export function newPosition(path: string, parent: Position | null, item: Position['item'] = null): Position {
  const prev = parent?.prev ?? null;
  return { path, parent, item, prev, worked: null, output: null, own: new Map(), loops: [], arrivals: new Map() };
}

export function newVisit(at: Position, step: Step, number: number, place: Visit['place']): Visit {
  return { at, step, number, place, asked: 0, tried: 0, failures: 0, passed: new Set() };
}

/** How many rounds of the loop have begun. */
export function roundsOf({ loops }: Position, id: string): number {
  const found = loops.find((loop) => loop.id === id);
  return found ? found.index + 1 : 0;
}

export function leaveLoop(at: Position, id: string): void {
  const place = at.loops.findIndex((loop) => loop.id === id);
  if (place >= 0) at.loops = at.loops.slice(0, place);
}

function wayUp(at: Position): Position[] {
  return at.parent === null ? [at] : [at, ...wayUp(at.parent)];
}

function outputOf(run: ModelRun, at: Position, id: string): Record<string, unknown> | null {
  const branch = wayUp(at).find(({ parent, own }) => parent !== null && own.has(id));
  return ((branch ? branch.own.get(id) : run.outputs[id]) ?? null) as Record<string, unknown> | null;
}

/** What `prev` is called, and `?` where chance says what it gave: after a map, one output stands for several branches. */
export function prevOf(run: ModelRun, at: Position, prev: Step | null): string {
  if (prev === null) return 'none';
  if (prev.isShared && !wayUp(at).some(({ own }) => own.has(prev.id))) return '?';
  return String(outputOf(run, at, prev.id)?.node ?? 'none');
}

function itemOf(at: Position, name: string): number {
  const found = wayUp(at).find(({ item }) => item && (name === 'item' || item.name === name));
  if (!found?.item) throw missing;
  return found.item.value;
}

function roundOf(at: Position): number {
  const found = wayUp(at).find(({ loops, item }) => loops.length > 0 || item !== null);
  return found?.loops.at(-1)?.index ?? found?.item?.index ?? -1;
}

export function holds(run: ModelRun, at: Position, visit: number, test: Test): boolean {
  switch (test.kind) {
    case 'value':
      return Number(outputOf(run, at, test.node)?.value ?? 0) > test.over;
    case 'item':
      return itemOf(at, test.name) > test.over;
    case 'round':
      return roundOf(at) >= test.from;
    case 'visit':
      return visit > test.over;
    case 'flag':
      return run.flags[test.name] as boolean;
    case 'odd':
      return Number(run.computed.total) % 2 === 1;
    case 'missing':
      throw missing;
  }
}

/** A checkpoint is a deep copy of the data. */
export function keepCopy(run: ModelRun, name: string): void {
  const { computed, flags, custom, responses } = run;
  run.checkpoints[name] = JSON.stringify({ computed, flags, custom, responses });
}

export function doEffect(run: ModelRun, drawn: DrawnEffect): void {
  switch (drawn.kind) {
    case 'add':
      run.computed.total = Number(run.computed.total) + drawn.by;
      break;
    case 'log':
      run.computed.log = [...(run.computed.log as string[]), drawn.word];
      break;
    case 'flag':
      run.flags[drawn.name] = drawn.value;
      break;
    case 'set':
      if (drawn.path === 'phase') run.custom.phase = drawn.value;
      else run.computed[drawn.path.replace('computed.', '')] = drawn.value;
      break;
    case 'break':
      throw missing;
    case 'rollback': {
      const copy = run.checkpoints[drawn.checkpoint];
      if (copy === undefined) throw missing;
      Object.assign(run, JSON.parse(copy));
    }
  }
}

/** A branch knows what its own splits gave; of several items, which one spoke last is chance. */
export function takeOver(at: Position, child: Position, isChance: boolean): void {
  for (const [id, output] of child.own) {
    if (isChance) at.own.delete(id);
    else at.own.set(id, output);
  }
}

/** Where a disabled step leads when not to what follows it. */
export function passedBy(step: Step): string | null {
  switch (step.type) {
    case 'if':
      return step.else;
    case 'switch':
      return step.default;
    case 'loop':
      return step.done;
    case 'end_loop':
      return step.loop;
    default:
      return null;
  }
}

/** Inside loops a step may be visited so often for each of their rounds, and once more to leave them. */
export function visitCap(at: Position, step: Step): number {
  const rounds = new Map(at.loops.map(({ id, max }) => [id, max + 1]));
  if (step.type === 'loop') rounds.set(step.id, step.max + 1);
  return [...rounds.values()].reduce((product, each) => product * each, step.maxVisits);
}
