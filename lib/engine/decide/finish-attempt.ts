// How an attempt ends: a result is extracted and saved, a failure is retried or final. Pure: the acting is elsewhere.
import type { Change, Outcome, Suspended } from '../../nodes/contract/outcome.ts';
import { definitionOf } from '../../nodes/index.ts';
import { noValues, openValue } from '../../nodes/parts/large-value.ts';
import { isNotYet } from '../../nodes/parts/postponed.ts';
import { nodeOf } from '../../workflow/graph.ts';
import type { Draft } from '../events.ts';
import { extractedNames } from '../scope.ts';
import type { Position, RunState } from '../state.ts';
import { decideContext } from './decide-context.ts';
import { type DecisionInput, positionKey, problemOf, visitKeys } from './decision-input.ts';
import { draftFailed } from './draft-failed.ts';
import { draftSideResults } from './draft-side-results.ts';
import { checkError, draftChecks, evaluateChecks, failedCheck } from './evaluate-checks.ts';
import { groundedChanges } from './grounded-change.ts';
import { decideWithWarnings } from './missing-warnings.ts';
import { suspend } from './suspend.ts';

function savedChanges(moment: DecisionInput, position: Position, render: (template: unknown) => unknown): Change[] {
  return Object.entries(nodeOf(moment.graph, position.node).save).map(([name, template]) => {
    const rooted = /^(computed|flags)\./.test(name) || Object.hasOwn(moment.state.custom, name.split('.')[0] as string);
    return { op: 'set', path: rooted ? name : `computed.${name}`, value: render(template) };
  });
}

/** A person took the work as done and gave no result: nothing is judged, and what it would have saved is null. */
export function draftWithoutResult(moment: DecisionInput, position: Position, by: string): Draft[] {
  const keys = visitKeys(position);
  const changes = savedChanges(moment, position, () => null).filter(({ path }) => !path.startsWith('flags.'));
  const outcome = { success: true, marked_done_by: by };
  const message = `${position.node} was marked done without a result: what refers to one finds null`;
  return [
    ...(changes.length > 0 ? [{ type: 'variable_set' as const, ...keys, data: { changes } }] : []),
    {
      type: 'node_completed',
      ...keys,
      data: { ...positionKey(position), output: null, outcome, to: null, prev: position.node },
    },
    { type: 'warning', ...keys, data: { code: 'no_result', message } },
  ];
}

export function draftCompleted(
  moment: DecisionInput,
  position: Position,
  result: unknown,
  more: { outcome?: Record<string, unknown>; changes?: Change[]; to?: string | null; prev?: string | null } = {},
): Draft[] {
  const keys = visitKeys(position);
  const node = nodeOf(moment.graph, position.node);
  const { type, trace } = node;
  const definition = definitionOf(type);
  const didWork = definition?.group === 'work';
  const isTold = trace === 'full' && definition?.listName !== undefined;
  const extracted = isTold
    ? extractedNames(moment.graph, position.node, openValue(result, moment.values ?? noValues))
    : null;
  const prev = didWork ? position.node : more.prev;
  let changes: Change[];
  let state: RunState;
  try {
    const keep = (template: unknown) => decideContext(moment, node, position, { result }).keep(template);
    const wanted = [...(more.changes ?? []), ...savedChanges(moment, position, keep)];
    // What cannot be changed fails here, where a person can be asked, and never in the fold.
    ({ changes, state } = groundedChanges(moment, wanted));
  } catch (error) {
    return draftFailed(moment, position, problemOf(error, 'unresolved'), true);
  }
  const verdicts = evaluateChecks({ ...moment, state }, position, position.node, result, 'inline');
  const broken = failedCheck(verdicts);
  if (broken) return [...draftChecks(keys, verdicts), ...draftFailed(moment, position, checkError(broken))];
  return [
    ...draftChecks(keys, verdicts),
    ...(changes.length > 0 || extracted
      ? [{ type: 'variable_set' as const, ...keys, data: { changes, ...(extracted ? { extracted } : {}) } }]
      : []),
    {
      type: 'node_completed',
      ...keys,
      data: {
        ...positionKey(position),
        output: result ?? null,
        outcome: more.outcome ?? { success: true },
        to: more.to ?? null,
        ...(prev ? { prev } : {}),
      },
    },
  ];
}

/** How an attempt ended, or why it stopped in the middle. What an action did stays done, also when it failed then. */
export function finishAttempt(moment: DecisionInput, position: Position, outcome: Outcome | Suspended): Draft[] {
  const decide = (input: DecisionInput) => draftFinished(input, position, outcome);
  return decideWithWarnings(moment, decide, (drafts, added) => added(drafts));
}

function draftFinished(moment: DecisionInput, position: Position, outcome: Outcome | Suspended): Draft[] {
  if ('suspended' in outcome) return suspend(moment, position, outcome.suspended);
  let done: ReturnType<typeof draftSideResults>;
  try {
    done = draftSideResults(moment, position, outcome.sideResults ?? {});
  } catch (error) {
    // Another branch changed the data meanwhile, so that this change has no place any more.
    return draftFailed(moment, position, problemOf(error, 'unresolved'), true);
  }
  const { drafts, after } = done;
  if (!outcome.ok) return [...drafts, ...draftFailed(after, position, outcome.error)];
  const { to = null, branch } = outcome.sideResults ?? {};
  const told: Draft[] = branch ? [{ type: 'branch_evaluated', ...visitKeys(position), data: branch }] : [];
  const way = { to, ...(branch ? { outcome: { branch: branch.result } } : {}) };
  try {
    return [...told, ...drafts, ...draftCompleted(after, position, outcome.result, way)];
  } catch (error) {
    if (!isNotYet(error)) throw error;
    const message = `${error.message}; refer to it in a later node`;
    return [...drafts, ...draftFailed(after, position, { code: 'unresolved', message }, true)];
  }
}
