import type { Gate } from '../../engine/events.ts';

/** "2 of 3 approvals so far", counted for the answer that is nearest to being enough; null for a gate that one person decides. */
export function quorumWords({ quorum, votes = [], kind }: Pick<Gate, 'quorum' | 'votes' | 'kind'>): string | null {
  if (quorum === undefined) return null;
  const counts = Map.groupBy(votes, ({ option }) => option);
  const most = Math.max(0, ...[...counts.values()].map(({ length }) => length));
  return `${most} of ${quorum} ${kind === 'approval' ? 'approvals' : 'equal votes'} so far`;
}
