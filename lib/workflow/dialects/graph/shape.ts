// Which shape of the graph format a file has, by what its nodes say: `node_type` (a saved graph), `kind` (an older one),
// `step_type` (what a planner gave, as a graph or as a flat list of steps), or a change to a graph that is elsewhere.
import { childOf, entryOf, type SourceList, type SourceNode } from '../../source/source-tree.ts';
import type { Resemblance } from '../dialect.ts';
import { isMap } from './graph-file.ts';

const planKeys = new Set(['steps', 'intent']);
const olderKinds = new Set(['Start', 'Step', 'End']);
const changeKeys = ['add_nodes', 'add_edges', 'remove_node_ids'];
/** What the templates of another system have beside their nodes and edges. */
const keysOfOthers = ['template_id', 'context_schema', 'start_node', 'execution_plan'];

export function kindOf(node: SourceNode): 'typed' | 'planned' | 'older' | null {
  if (entryOf(node, 'node_type')) return 'typed';
  if (entryOf(node, 'step_type')) return 'planned';
  const kind = childOf(node, 'kind');
  return kind?.kind === 'scalar' && olderKinds.has(kind.text) ? 'older' : null;
}

const hasKinds = (list: SourceList) => list.items.some((item) => kindOf(item) !== null);

/** A list that is all there is, or `steps` of a plan without edges. */
export function flatSteps(tree: SourceNode): SourceList | null {
  const list = tree.kind === 'list' ? tree : childOf(tree, 'steps');
  if (list?.kind !== 'list') return null;
  const isEmptyPlan = list.items.length === 0 && isMap(tree) && tree.entries.every(({ key }) => planKeys.has(key));
  return isEmptyPlan || list.items.some((item) => kindOf(item) === 'planned') ? list : null;
}

/** A change says what becomes of the nodes of a graph that it does not hold. */
export function isChange(tree: SourceNode): boolean {
  if (!isMap(tree) || entryOf(tree, 'nodes') || entryOf(tree, 'steps')) return false;
  if (changeKeys.some((key) => entryOf(tree, key))) return true;
  const listed = (key: string) => childOf(tree, key)?.kind === 'list';
  if (listed('update') && tree.entries.length === 1) return true;
  const added = childOf(tree, 'add');
  return added?.kind === 'list' && added.items.some((item) => kindOf(item) === 'planned');
}

export function isGraph(tree: SourceNode): boolean {
  if (flatSteps(tree) || isChange(tree)) return true;
  const nodes = childOf(tree, 'nodes');
  if (nodes?.kind !== 'list') return false;
  if (hasKinds(nodes)) return true;
  const isOther = keysOfOthers.some((key) => entryOf(tree, key));
  return !isOther && nodes.items.length === 0 && childOf(tree, 'edges')?.kind === 'list';
}

export function resemblesGraph(tree: SourceNode): Resemblance | null {
  if (entryOf(tree, 'step_type')) return { signs: 3, why: 'it is one step of a plan, not a list of them' };
  if (entryOf(tree, 'node_type')) return { signs: 3, why: 'it is one node of a graph, not a list of them' };
  const nodes = childOf(tree, 'nodes');
  if (nodes?.kind !== 'list' || childOf(tree, 'edges')?.kind !== 'list') return null;
  return { signs: 2, why: 'none of its nodes has "node_type" or "step_type"' };
}
