// Where a node of a graph can lead, and in which words a drawing says so. Dynamic targets (`${…}`) may lead anywhere.
import { visibleText } from '../html/visible-text.ts';
import { definitionOf } from '../nodes/index.ts';
import { optionsOf } from '../nodes/parts/gate-spec.ts';
import { findNode, followingNode, type Graph, type GraphNode } from './graph.ts';
import type { NodeParts } from './node-fields.ts';
import { fallsThrough, targetsOf } from './node-targets.ts';
import type { Path } from './source/source-tree.ts';

/** The end of an edge that only the run can tell. */
const anywhere = '*';

type Unlinked = Omit<Graph, 'successors' | 'way_words'>;
/** `words` is null where there is nothing to tell: the plain way on. */
type Edge = { to: string; words: string | null };

function partsOf(node: GraphNode): NodeParts {
  return {
    definition: definitionOf(node.type),
    fields: node.fields,
    gates: node.gates.map((spec, index) => ({ spec, at: ['gate', index] })),
    common: node,
  };
}

function edgesOf(graph: Unlinked, node: GraphNode): Edge[] {
  const parts = partsOf(node);
  const targets = targetsOf(parts);
  const following = followingNode(graph, node.id);
  // A split goes on when its branches are joined, whatever they came to.
  const chooses = node.traits.branches.length === 0 && targets.some(({ by }) => by === 'branch');
  const onward = chooses ? 'otherwise' : null;
  const edges = targets.flatMap(({ target, at, by }): Edge[] => {
    const words = by === 'next' ? onward : wordsOf(node, at);
    if (findNode(graph, target)) return [{ to: target, words }];
    if (target.includes('${')) return [{ to: anywhere, words }];
    return target === 'next' && following ? [{ to: following.id, words }] : [];
  });
  const falls = fallsThrough(parts);
  const onwards = following && falls ? [{ to: following.id, words: onward }] : [];
  const isEnd = node.traits.ends_run || (falls && !following) || targets.some(isCompletion(graph));
  const judged = graph.judge !== null && isEnd && node.id !== graph.judge ? [{ to: graph.judge, words: 'checks' }] : [];
  return [...edges, ...onwards, ...judged];
}

const isCompletion =
  (graph: Unlinked) =>
  ({ target }: { target: string }) =>
    target === 'complete' && !findNode(graph, target);

/** What is written where the target is: an option's label, a case's name, a branch, or the field itself. */
function wordsOf(node: GraphNode, at: Path): string {
  const [last, key] = [String(at.at(-1)), at.at(-2)];
  if (key === 'on') return answerWords(node, at, last);
  if (typeof key === 'number') return caseWords(node, at.slice(0, -1));
  if (key !== undefined) return last;
  if (node.traits.rounds && last === 'body') return 'each round';
  if (node.traits.branches.length > 0 && last === 'body') return 'each item';
  if (definitionOf(node.type)?.endsRoundOf) return 'next round';
  return last.replaceAll('_', ' ');
}

function answerWords(node: GraphNode, [place, index]: Path, option: string): string {
  const spec = place === 'gate' ? node.gates[Number(index)] : definitionOf(node.type)?.asks?.(node.fields);
  if (!spec || spec.kind === 'none') return option;
  return optionsOf({ ...spec, kind: spec.kind }).find(({ id }) => id === option)?.label ?? option;
}

function caseWords(node: GraphNode, at: Path): string {
  const owner: unknown = at[0] === 'conditions' && node.conditions.length > 0 ? node : node.fields;
  const written = at.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], owner);
  const { name, if: condition } = (written ?? {}) as { name?: string; if?: string };
  return name ?? (condition === undefined ? String(at[0]) : `if ${condition}`);
}

/** Where each node leads, by id, and what is to be said of the way there; several ways to one node are one. */
export function linked(graph: Unlinked): Graph {
  const edges = graph.nodes.map((node) => [node.id, edgesOf(graph, node)] as const);
  const words = edges.map(([id, ways]) => [id, wordsByTarget(ways)] as const);
  return {
    ...graph,
    successors: Object.fromEntries(edges.map(([id, ways]) => [id, [...new Set(ways.map(({ to }) => to))]])),
    way_words: Object.fromEntries(words.filter(([, said]) => Object.keys(said).length > 0)),
  };
}

function wordsByTarget(ways: Edge[]): Record<string, string> {
  const said = [...Map.groupBy(ways, ({ to }) => to)].map(([to, same]) => {
    const words = same.flatMap((way) => (way.words === null ? [] : [visibleText(way.words)]));
    return [to, [...new Set(words)].join(' / ')];
  });
  return Object.fromEntries(said.filter(([, words]) => words !== ''));
}
