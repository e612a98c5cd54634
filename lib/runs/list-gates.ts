import { currentStore } from '../store/current-store.ts';
import type { GateRecord } from '../store/store.ts';
import type { GateView } from './views.ts';

export type InboxGate = GateView & { run_name: string; workflow: string };

export async function listGates(filter: { status?: GateRecord['status']; limit?: number }): Promise<InboxGate[]> {
  const store = currentStore();
  const gates = await store.listGates(filter);
  const ids = [...new Set(gates.map(({ run }) => run))];
  const runs = new Map(
    (await Promise.all(ids.map((id) => store.readRun(id)))).flatMap((run) => (run ? [[run.id, run]] : [])),
  );
  return gates.map((gate) => ({
    ...gate,
    run_name: runs.get(gate.run)?.name ?? '',
    workflow: runs.get(gate.run)?.workflow ?? '',
  }));
}

export const listOpenGates = () => listGates({ status: 'open' });

export function countOpenGates(): Promise<number> {
  return currentStore().countOpenGates();
}
