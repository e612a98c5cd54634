// Composite nodes, expanded into simple ones before anything else is read, with the ids that the specification's own
// examples have: `x__ask`, `x__gate`, `x__case_0`, `x__entry` … Whoever leads to `x` leads to the first of them.
import type { Findings } from '../../problems/findings.ts';
import { childOf, entryOf, type SourceEntry, type SourceMap, type SourceNode } from '../../source/source-tree.ts';
import { entryFrom, listFrom, mapFrom, scalarFrom } from '../borrowed-tree.ts';
import { type Expanded, made, type Refuse, setState } from './composite-parts.ts';
import { expandGoalSeek, withReturns } from './goal-seek.ts';
import { textOf } from './translation.ts';

type Expansion = (entry: SourceEntry, refuse: Refuse) => Expanded;

const kinds: Record<string, Expansion> = { confirm, gated_action: gatedAction, goal_seek: expandGoalSeek };

/** The nodes of the file without composites, and the ids that were theirs. */
export function expandComposites(
  nodes: SourceMap,
  findings: Findings,
): { nodes: SourceMap; aliases: Map<string, string> } {
  const aliases = new Map<string, string>();
  const refused = new Set<string>();
  const refuse: Refuse = ({ key, place }, what) => {
    refused.add(key);
    findings.error({ code: 'missing', place, path: ['nodes', key], message: `node "${key}" ${what}` });
  };
  const entries = withReturns(nodes.entries, refuse).flatMap((entry) => {
    const type = textOf(childOf(entry.value, 'type')) ?? '';
    const expand = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
    if (!expand) return [entry];
    const { entries: all, first } = expand(entry, refuse);
    aliases.set(entry.key, first);
    return refused.has(entry.key)
      ? all.map(({ key }) => standIn(entry, key)).concat(standInFor(first, entry, all))
      : all;
  });
  return { nodes: { ...nodes, entries }, aliases };
}

/** What was refused is no second mistake of whoever leads there. */
const standIn = (entry: SourceEntry, key: string): SourceEntry =>
  entryFrom(entry, key, mapFrom(entry, { type: 'ending', outcome: 'error' }));

const standInFor = (first: string, entry: SourceEntry, all: SourceEntry[]): SourceEntry[] =>
  all.some(({ key }) => key === first) ? [] : [standIn(entry, first)];

function confirm(entry: SourceEntry, refuse: Refuse): Expanded {
  const { key, value } = entry;
  const field = textOf(childOf(value, 'store_as'));
  const [yes, no] = [childOf(value, 'on_confirmed'), childOf(value, 'on_declined')];
  const [then, otherwise] = [entryOf(yes, 'next_node'), entryOf(no, 'next_node')];
  if (field === null) refuse(entry, 'is a confirmation and needs "store_as"');
  if (!childOf(value, 'prompt')) refuse(entry, 'is a confirmation and needs "prompt"');
  if (!then) refuse(entry, 'is a confirmation and needs "on_confirmed" with "next_node"');
  if (!otherwise) refuse(entry, 'is a confirmation and needs "on_declined" with "next_node"');
  const path = field ?? `confirmations.${key}`;
  const labelOf = (node: SourceNode | undefined, word: string) => childOf(node, 'label') ?? scalarFrom(entry, word);
  const answer = (is: boolean) =>
    mapFrom(entry, { consequences: listFrom(entry, [setState(entry, path, is)]), next_node: `${key}__gate` });
  const consequences = childOf(yes, 'consequences') ?? childOf(yes, 'consequence');
  const ask = made(entry, 'ask', {
    type: 'user_prompt',
    description: childOf(value, 'description'),
    prompt: mapFrom(entry, {
      question: childOf(value, 'prompt'),
      header: childOf(value, 'header') ?? 'CONFIRM',
      options: listFrom(entry, [
        mapFrom(entry, { id: 'yes', label: labelOf(yes, 'Yes') }),
        mapFrom(entry, { id: 'no', label: labelOf(no, 'No') }),
      ]),
    }),
    on_response: mapFrom(entry, { yes: answer(true), no: answer(false) }),
  });
  const gate = made(entry, 'gate', {
    type: 'conditional',
    condition: `${path} == true`,
    on_true: consequences ? `${key}__act` : then,
    on_false: otherwise,
  });
  const act = consequences ? [made(entry, 'act', { type: 'action', consequences, on_success: then })] : [];
  return { entries: [ask, gate, ...act], first: ask.key };
}

function gatedAction(entry: SourceEntry, refuse: Refuse): Expanded {
  const { key, value } = entry;
  const when = childOf(value, 'when');
  const cases = when?.kind === 'list' ? when.items : [];
  const otherwise = entryOf(value, 'else');
  if (cases.length === 0) refuse(entry, 'is a gated action and needs "when" with at least one case');
  if (!otherwise) refuse(entry, 'is a gated action and needs "else"');
  const entries = cases.flatMap((one, index) => {
    const suffix = `case_${index}`;
    const next = entryOf(one, 'next_node');
    const condition = childOf(one, 'condition');
    if (!next || !condition) refuse(entry, `needs "condition" and "next_node" in each case of "when"`);
    const consequences = childOf(one, 'consequences') ?? childOf(one, 'consequence');
    const isLast = index === cases.length - 1;
    const asked = made(entry, suffix, {
      type: 'conditional',
      description: index === 0 ? childOf(value, 'description') : undefined,
      condition: condition ?? 'false',
      on_true: consequences ? `${key}__${suffix}__act` : next,
      on_false: isLast ? otherwise : `${key}__case_${index + 1}`,
      on_unknown: entryOf(value, 'on_unknown'),
    });
    const act = { type: 'action', consequences, on_success: next };
    return consequences ? [asked, made(entry, `${suffix}__act`, act)] : [asked];
  });
  return { entries, first: `${key}__case_0` };
}
