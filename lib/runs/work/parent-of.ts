// Which run another comes from: one that called it, one that it is a fork of, or one that was run again.
import type { Needs } from '../../console/console.ts';
import type { RunRecord } from '../../store/contract/runs.ts';
import type { RunSummary } from '../views.ts';

type RunParent = NonNullable<RunSummary['parent']>;

export async function parentOf(
  house: Needs<'store'>,
  { id, parent }: Pick<RunRecord, 'id' | 'parent'>,
): Promise<RunParent | null> {
  if (parent === null) return null;
  const store = house.store;
  const [[created], from] = await Promise.all([store.readEvents(id, { limit: 1 }), store.readRun(parent)]);
  const data = created?.type === 'run_created' ? created.data : undefined;
  const kind = data?.called_by ? 'call' : data?.forked ? 'fork' : 'again';
  return { id: parent, name: from?.name ?? null, kind };
}
