import type { RunState } from '../state.ts';

/** The node whose failure ended the run: the last of those that failed. Null for a run that did not fail. */
export function lastFailure({ status, nodes, history }: RunState): string | null {
  if (status !== 'failed') return null;
  const isFailed = (id: string) => nodes[id]?.status === 'failed';
  return history.tail.findLast(({ node }) => isFailed(node))?.node ?? Object.keys(nodes).findLast(isFailed) ?? null;
}
