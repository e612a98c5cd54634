// What a workflow requires is checked before anything of its run exists. All requirements are asked, at once, each within
// its time; every one that does not hold, or that cannot be worked out, is named.

import { folderPlace, missingOutside, type Place } from '../../clients/process/outside-check.ts';
import { timeLimit } from '../../clients/process/time-limit.ts';
import { outsideThings } from '../../clients/process/wall/outside-room.ts';
import { emptyRoom, type Room } from '../../clients/process/wall/room.ts';
import type { Needs } from '../../console/console.ts';
import { decideContext } from '../../engine/decide/decide-context.ts';
import type { RunState } from '../../engine/state.ts';
import { AppError, messageOf } from '../../errors.ts';
import type { DecideContext } from '../../nodes/contract/node-context.ts';
import { evaluatePrecondition } from '../../nodes/parts/evaluate-precondition.ts';
import { renderedCheck } from '../../nodes/parts/look-outside.ts';
import { nothingOutside } from '../../nodes/parts/outside.ts';
import {
  type Combination,
  conditionOf,
  describePrecondition,
  isOutsideCheck,
  type Precondition,
  type Requirement,
} from '../../nodes/parts/precondition.ts';
import { type Graph, nodeOf } from '../../workflow/graph.ts';
import { originFolder } from '../work/prepare-workspace.ts';
import { inputsDirectory } from './file-inputs.ts';

const mostMilliseconds = 10_000;

export type RequirementProblem = { index: number; message: string };

type Look = { ctx: DecideContext; signal: AbortSignal; place: Place };

/** What is missing, in words; null when the condition holds. */
async function missing(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall'>,
  condition: Precondition,
  look: Look,
): Promise<string | null> {
  if (isOutsideCheck(condition))
    return missingOutside(house, renderedCheck(condition, look.ctx), look.signal, look.place);
  const holds =
    typeof condition === 'object' && 'conditions' in condition
      ? await combined(house, condition, look)
      : evaluatePrecondition(condition, look.ctx);
  return holds ? null : `this does not hold: ${describePrecondition(condition)}`;
}

async function combined(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall'>,
  { type, conditions }: Combination,
  look: Look,
): Promise<boolean> {
  const held = await Promise.all(conditions.map(async (one) => (await missing(house, one, look)) === null));
  const count = held.filter(Boolean).length;
  switch (type) {
    case 'all_of':
      return count === held.length;
    case 'any_of':
      return count > 0;
    case 'none_of':
      return count === 0;
    case 'xor_of':
      return count === 1;
  }
}

async function problemOf(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall'>,
  one: Requirement,
  ctx: DecideContext,
  place: Place,
): Promise<string | null> {
  const limit = timeLimit(undefined, mostMilliseconds);
  const tooLate = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason), { once: true });
  });
  const condition = conditionOf(one);
  try {
    const problem = await Promise.race([missing(house, condition, { ctx, signal: limit.signal, place }), tooLate]);
    const given = typeof one === 'string' ? undefined : one.message;
    return problem !== null && given !== undefined ? ctx.renderText(given) : problem;
  } catch (error) {
    return `${describePrecondition(condition)} could not be checked: ${messageOf(error)}`;
  } finally {
    limit.clear();
  }
}

/** What the commands of this run will see of the machine. */
function roomAtStart(house: Needs<'env'>, graph: Graph, state: RunState): Room {
  const readable = [
    originFolder(house, graph, state),
    inputsDirectory(house, { id: state.run, workflow: state.workflow }),
  ];
  const { shown } = outsideThings(graph.outside ?? nothingOutside);
  return { ...emptyRoom, readable: readable.filter((folder) => folder !== null), outside: shown };
}

export async function checkRequirements(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall'>,
  graph: Graph,
  state: RunState,
  at: string,
): Promise<void> {
  if (graph.require.length === 0) return;
  const ctx = decideContext({ graph, state, at }, nodeOf(graph, graph.start), null);
  const place = folderPlace(house, originFolder(house, graph, state), roomAtStart(house, graph, state));
  const asked = await Promise.all(graph.require.map((one) => problemOf(house, one, ctx, place)));
  const problems = asked.flatMap((message, index): RequirementProblem[] =>
    message === null ? [] : [{ index, message }],
  );
  if (problems.length === 0) return;
  const words = problems.map(({ message }) => message).join('; ');
  throw new AppError('requirements_failed', `The run cannot start: ${words}`, { details: { problems } });
}
