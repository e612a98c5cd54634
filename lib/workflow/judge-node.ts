// Checks that a model judges once the run has ended are work of their own: the graph gets a node for it, behind all others.
import { judge as judgeNode } from '../nodes/judge.ts';
import { isPureCheck } from '../nodes/parts/check-spec.ts';
import { addedNode } from './added-node.ts';
import type { Graph, GraphNode } from './graph.ts';
import { freeId } from './parallel-groups.ts';

type Unjudged = Omit<Graph, 'successors' | 'way_words' | 'judge'>;

export function withJudge(graph: Unjudged): Omit<Graph, 'successors' | 'way_words'> {
  const isJudged = ({ checks }: GraphNode) => checks.some((check) => check.when === 'after' && !isPureCheck(check));
  const work = graph.nodes.filter(isJudged);
  const last = graph.nodes.at(-1);
  if (work.length === 0 || !last) return { ...graph, judge: null };
  const id = freeId('checks', new Set(graph.nodes.map((node) => node.id)));
  const fields = { work: work.map(({ id: node, name, role, checks }) => ({ id: node, name, role, checks })) };
  const added = addedNode(last, { id, definition: judgeNode, name: 'Checks', next: 'complete', fields });
  const judge: GraphNode = { ...added, max_visits: Number.MAX_SAFE_INTEGER, trace: 'full' };
  return { ...graph, nodes: [...graph.nodes, judge], judge: id };
}
