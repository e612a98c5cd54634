import type { Needs } from '../console/console.ts';
import type { GateRecord } from '../store/contract/gates.ts';
import type { InboxGate } from './views.ts';
import { nodeNameOf } from './work/graph-of.ts';

export async function listGates(
  house: Needs<'store' | 'workflows'>,
  filter: { status?: GateRecord['status']; limit?: number },
): Promise<InboxGate[]> {
  const store = house.store;
  const gates = await store.listGates(filter);
  const ids = [...new Set(gates.map(({ run }) => run))];
  const runs = new Map(
    (await Promise.all(ids.map((id) => store.readRun(id)))).flatMap((run) => (run ? [[run.id, run]] : [])),
  );
  return Promise.all(
    gates.map(async (gate) => {
      const run = runs.get(gate.run);
      const node_name = run ? await nodeNameOf(house, run.versionId, gate.node) : gate.node;
      return { ...gate, run_name: run?.name ?? '', workflow: run?.workflow ?? '', node_name };
    }),
  );
}

export const listOpenGates = (house: Needs<'store' | 'workflows'>) => listGates(house, { status: 'open' });

export function countOpenGates(house: Needs<'store'>): Promise<number> {
  return house.store.countOpenGates();
}
