import type { GateRecord } from '../store/contract/gates.ts';
import { currentStore } from '../store/current-store.ts';
import type { InboxGate } from './views.ts';
import { nodeNameOf } from './work/graph-of.ts';

export async function listGates(filter: { status?: GateRecord['status']; limit?: number }): Promise<InboxGate[]> {
  const store = currentStore();
  const gates = await store.listGates(filter);
  const ids = [...new Set(gates.map(({ run }) => run))];
  const runs = new Map(
    (await Promise.all(ids.map((id) => store.readRun(id)))).flatMap((run) => (run ? [[run.id, run]] : [])),
  );
  return Promise.all(
    gates.map(async (gate) => {
      const run = runs.get(gate.run);
      const node_name = run ? await nodeNameOf(run.versionId, gate.node) : gate.node;
      return { ...gate, run_name: run?.name ?? '', workflow: run?.workflow ?? '', node_name };
    }),
  );
}

export const listOpenGates = () => listGates({ status: 'open' });

export function countOpenGates(): Promise<number> {
  return currentStore().countOpenGates();
}
