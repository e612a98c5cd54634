// A goal-seeking node: a loop that goes after the first goal that is not reached yet, until all are, somebody gives up, or
// its rounds are used up. A goal's own nodes lead back to the goal-seeking node; without a condition of its own a goal is
// reached when they do, so those ways lead through a node that says so.
import { childOf, type SourceEntry, type SourceNode } from '../../source/source-tree.ts';
import { listFrom, mapFrom, type Part, scalarFrom } from '../borrowed-tree.ts';
import { type Expanded, made, type Refuse, setState } from './composite-parts.ts';
import { textOf } from './translation.ts';

type Goal = { name: string; start: string; condition: SourceNode | undefined; isSubagent: boolean };

function goalsOf({ value }: SourceEntry): Goal[] {
  const goals = childOf(value, 'goals');
  return (goals?.kind === 'list' ? goals.items : []).map((one) => ({
    name: textOf(childOf(one, 'name')) ?? '',
    start: textOf(childOf(one, 'starting_node')) ?? '',
    condition: childOf(one, 'success_condition'),
    isSubagent: textOf(childOf(one, 'run_as')) === 'subagent',
  }));
}

const isGoalSeek = ({ value }: SourceEntry) => textOf(childOf(value, 'type')) === 'goal_seek';

const targetKeys = new Set(
  'on_success on_failure on_true on_false on_unknown next_node on_valid on_invalid else on_complete on_abort on_budget_exceeded'.split(
    ' ',
  ),
);
const targetGroups = new Set(['branches', 'on_response', 'transitions']);

/** The node with every target changed; `change` hears them all. */
function mapTargets(
  node: SourceNode,
  change: (target: string) => string,
  isTarget = false,
  isGroup = false,
): SourceNode {
  if (node.kind === 'scalar') {
    const text = isTarget ? change(node.text) : node.text;
    return text === node.text ? node : { ...scalarFrom(node, text), placeAt: node.placeAt };
  }
  if (node.kind === 'list') return { ...node, items: node.items.map((item) => mapTargets(item, change)) };
  const entries = node.entries.map((entry) => ({
    ...entry,
    value: mapTargets(entry.value, change, isGroup || targetKeys.has(entry.key), targetGroups.has(entry.key)),
  }));
  return { ...node, entries };
}

function targetsOf({ value }: SourceEntry): string[] {
  const found: string[] = [];
  mapTargets(value, (target) => {
    found.push(target);
    return target;
  });
  return found;
}

/** Which nodes belong to a goal: all that are reached from its start without passing the loop again. */
function nodesOf(start: string, loop: string, byId: Map<string, SourceEntry>): Set<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const entry = byId.get(id);
    if (!entry || seen.has(id) || id === loop) continue;
    seen.add(id);
    open.push(...targetsOf(entry));
  }
  return seen;
}

export function withReturns(entries: SourceEntry[], refuse: Refuse): SourceEntry[] {
  const byId = new Map(entries.map((entry) => [entry.key, entry]));
  let changed = entries;
  for (const loop of entries.filter(isGoalSeek)) {
    const claimed = new Set<string>();
    for (const { name, start, condition } of goalsOf(loop)) {
      const own = nodesOf(start, loop.key, byId);
      const leadsBack = [...own].some((id) => targetsOf(byId.get(id) as SourceEntry).includes(loop.key));
      if (own.size > 0 && !leadsBack) refuse(loop, `has a goal "${name}" whose nodes never lead back to it`);
      if (condition) continue;
      changed = changed.map((entry) => {
        if (!own.has(entry.key) || claimed.has(entry.key)) return entry;
        const value = mapTargets(entry.value, (target) =>
          target === loop.key ? `${loop.key}__return_${name}` : target,
        );
        return { ...entry, value };
      });
      for (const id of own) claimed.add(id);
    }
  }
  return changed;
}

export function expandGoalSeek(entry: SourceEntry, refuse: Refuse): Expanded {
  const { key, value } = entry;
  const goals = goalsOf(entry);
  const most = Number(textOf(childOf(value, 'max_iterations')) ?? Number.NaN);
  const way = (name: string): Part => childOf(value, name) ?? 'default_error';
  if (goals.length === 0) refuse(entry, 'seeks goals and needs "goals" with at least one');
  for (const { name, start } of goals) {
    if (!/^\w+$/.test(name)) refuse(entry, 'has a goal without a "name" of letters, digits and _');
    if (start === '') refuse(entry, `has a goal "${name}" without "starting_node"`);
  }
  if (!Number.isInteger(most) || most < 1) refuse(entry, 'seeks goals and needs "max_iterations", a number from 1');
  if (!childOf(value, 'on_complete')) refuse(entry, 'seeks goals and needs "on_complete"');
  const at = (path: string) => `goal_seek.${key}.${path}`;
  const status = ({ name }: Goal) => at(`goals.${name}.status`);
  const checked = goals.filter(({ condition }) => condition !== undefined);
  const checkId = (index: number) => {
    const goal = checked[index];
    return goal ? `${key}__check_${goal.name}` : `${key}__budget_check`;
  };
  const set = (goal: Goal, word: string) => setState(entry, status(goal), word);
  const action = (suffix: string, consequences: SourceNode[], on_success: Part, more: Record<string, Part> = {}) =>
    made(entry, suffix, { type: 'action', ...more, consequences: listFrom(entry, consequences), on_success });
  const conditional = (suffix: string, condition: Part, on_true: Part, on_false: Part) =>
    made(entry, suffix, { type: 'conditional', condition, on_true, on_false });
  const done = mapFrom(entry, {
    all: listFrom(
      entry,
      goals.map((goal) =>
        mapFrom(entry, {
          type: 'state_check',
          field: status(goal),
          operator: 'in',
          value: listFrom(entry, ['satisfied', 'ignored']),
        }),
      ),
    ),
  });
  const increment = mapFrom(entry, { type: 'mutate_state', operation: 'increment', field: at('iterations') });
  const entries = [
    conditional('entry', `${at('iterations')} == null`, `${key}__init`, `${key}__tick`),
    action(
      'init',
      [setState(entry, at('iterations'), 0), ...goals.map((goal) => set(goal, 'incomplete'))],
      `${key}__dispatch_case_0`,
    ),
    action('tick', [increment], checkId(0)),
    ...checked.flatMap((goal, index) => [
      conditional(`check_${goal.name}`, goal.condition, `${key}__mark_${goal.name}`, checkId(index + 1)),
      action(`mark_${goal.name}`, [set(goal, 'satisfied')], checkId(index + 1)),
    ]),
    conditional('budget_check', `${at('iterations')} > ${most}`, way('on_budget_exceeded'), `${key}__abort_check`),
    conditional('abort_check', `${at('aborted')} == true`, way('on_abort'), `${key}__complete_check`),
    conditional('complete_check', done, way('on_complete'), `${key}__dispatch_case_0`),
    ...goals.map((goal, index) => {
      const next = index === goals.length - 1 ? 'default_error' : `${key}__dispatch_case_${index + 1}`;
      return conditional(`dispatch_case_${index}`, `${status(goal)} == 'incomplete'`, goal.start, next);
    }),
    ...goals
      .filter(({ condition }) => condition === undefined)
      .map((goal) => {
        const more = goal.isSubagent ? { run_as: 'subagent' } : {};
        return action(`return_${goal.name}`, [set(goal, 'satisfied')], `${key}__entry`, more);
      }),
  ];
  return { entries, first: `${key}__entry` };
}
