import type { Needs } from '../console/console.ts';
import type { GateFilter } from '../store/contract/gates.ts';
import type { InboxGate } from './views.ts';
import { nodeNameOf } from './work/graph-of.ts';

const pageSize = 100;

/** Newest first, page by page. */
export async function listGates(
  house: Needs<'store' | 'workflows'>,
  { limit = pageSize, ...filter }: Pick<GateFilter, 'status' | 'limit' | 'cursor'>,
): Promise<{ gates: InboxGate[]; next: string | null }> {
  const store = house.store;
  const { gates, next } = await store.pageOfGates({ ...filter, limit });
  const ids = [...new Set(gates.map(({ run }) => run))];
  const runs = new Map(
    (await Promise.all(ids.map((id) => store.readRun(id)))).flatMap((run) => (run ? [[run.id, run]] : [])),
  );
  const shown = gates.map(async (gate) => {
    const run = runs.get(gate.run);
    const node_name = run ? await nodeNameOf(house, run.versionId, gate.node) : gate.node;
    return { ...gate, run_name: run?.name ?? '', workflow: run?.workflow ?? '', node_name };
  });
  return { gates: await Promise.all(shown), next };
}

export function countOpenGates(house: Needs<'store'>): Promise<number> {
  return house.store.countOpenGates();
}
