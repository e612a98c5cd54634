// Thousands of waiting runs, made from one by writing its rows again under other ids: walking them all would take minutes.
import { join } from 'node:path';
import type { RunEvent } from '#lib/engine/events.ts';
import { openStore } from '#lib/store/open-store.ts';

const inOneGroup = 500;

/** The console must be closed. */
export async function multiplyRun(data: string, runId: string, count: number): Promise<string[]> {
  const store = await openStore(`file:${join(data, 'gatehouse.db')}`);
  try {
    const run = await store.readRun(runId);
    const workflowVersion = run && (await store.readWorkflowVersion(run.versionId));
    if (!run || !workflowVersion) throw new Error(`there is no run "${runId}"`);
    const events = await store.readEvents(runId, { limit: 1000 });
    const [snapshot, gates] = [await store.readSnapshot(runId), await store.listGates({ run: runId })];
    const under = <Value>(value: Value, id: string) => JSON.parse(JSON.stringify(value).replaceAll(runId, id)) as Value;
    const ids = Array.from({ length: count }, (_, index) => `${index}`.padStart(runId.length, 'c'));
    for (let at = 0; at < ids.length; at += inOneGroup) {
      await Promise.all(
        ids.slice(at, at + inOneGroup).map((id) => {
          const { seq: _, ...row } = under(run, id);
          return store.commit({
            runId: id,
            expectedSeq: 0,
            events: under(events, id) as RunEvent[],
            create: { run: { ...row, seq: 0 }, workflowVersion, idempotencyKey: null },
            gates: under(gates, id),
            ...(snapshot ? { snapshot: under(snapshot, id) } : {}),
          });
        }),
      );
    }
    return ids;
  } finally {
    await store.close();
  }
}
