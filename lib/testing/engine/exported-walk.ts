// For tests: a run that was walked purely, as the records of it are written.

import { applyEvent } from '../../engine/fold/apply-event.ts';
import type { RunState } from '../../engine/state.ts';
import type { ExportedRun } from '../../export/records/exported-run.ts';
import type { RecordFile } from '../../export/records/record.ts';
import type { RunDetail } from '../../runs/views.ts';
import type { Walk } from './walk.ts';

export function exportedWalk({ graph, events, state }: Walk, { source = '', format = 'gatehouse' } = {}): ExportedRun {
  const { run: id, workflow, workflow_name: name, status, created_at, ended_at, inputs, seq } = state;
  const run = { id, workflow, name, status, created_at, ended_at, inputs, seq, state, archived: false };
  return {
    run: run as unknown as RunDetail,
    graph,
    source,
    format,
    artifacts: [],
    async *events({ node, types } = {}) {
      const isWanted = (event: (typeof events)[number]) =>
        (node === undefined || event.node === node) && (types === undefined || types.includes(event.type));
      yield events.filter(isWanted);
    },
    stateAt: async (at) =>
      events.slice(0, at).reduce<RunState | null>((folded, event) => applyEvent(folded, event), null),
  };
}

export async function contentOf({ text }: RecordFile): Promise<string> {
  let whole = '';
  for await (const part of text()) whole += part;
  return whole;
}
