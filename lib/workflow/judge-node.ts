// Checks that a model judges once the run has ended are work of their own: the graph gets a node for it, behind all others.
import { isPureCheck } from '../nodes/check-spec.ts';
import type { Graph, GraphNode } from './graph.ts';
import { freeId } from './parallel-groups.ts';

type Unjudged = Omit<Graph, 'ways' | 'judge'>;

export function withJudge(graph: Unjudged): Omit<Graph, 'ways'> {
  const isJudged = ({ checks }: GraphNode) => checks.some((check) => check.when === 'after' && !isPureCheck(check));
  const work = graph.nodes.filter(isJudged);
  const last = graph.nodes.at(-1);
  if (work.length === 0 || !last) return { ...graph, judge: null };
  const id = freeId('checks', new Set(graph.nodes.map((node) => node.id)));
  const judge: GraphNode = {
    ...last,
    id,
    type: 'judge',
    name: 'Checks',
    description: null,
    enabled: true,
    retry: { attempts: 1, backoff: 0, max_backoff: 0 },
    timeout: null,
    settle: 0,
    gates: [],
    checks: [],
    role: null,
    save: {},
    artifacts: [],
    conditions: [],
    next: 'complete',
    on_failure: null,
    idempotent: null,
    group: null,
    fields: { work: work.map(({ id: node, name, checks }) => ({ id: node, name, checks })) },
  };
  // The last written node goes on to the end, not into the checks.
  const nodes = graph.nodes.map((node) => (node === last && node.next === null ? { ...node, next: 'complete' } : node));
  return { ...graph, nodes: [...nodes, judge], judge: id };
}
