// A run as the records of it are written: what it came to, and its events page by page, all as of one moment.
import type { Needs } from '../../console/console.ts';
import type { RunEvent } from '../../engine/events.ts';
import type { RunState } from '../../engine/state.ts';
import { readRun } from '../../runs/read-run.ts';
import type { RunDetail } from '../../runs/views.ts';
import { graphOf } from '../../runs/work/graph-of.ts';
import { stateAt } from '../../runs/work/live-run.ts';
import { loadWorkflowSafely } from '../../runs/work/load-safely.ts';
import type { ArtifactRecord } from '../../store/contract/artifacts.ts';
import type { EventRange } from '../../store/contract/events.ts';
import type { Graph } from '../../workflow/graph.ts';

const pageSize = 500;

export type ExportedRun = {
  run: RunDetail;
  graph: Graph;
  /** The exact text that it was started with, and what that is written in. */
  source: string;
  format: string;
  /** Those that had been announced by then. */
  artifacts: ArtifactRecord[];
  events(only?: Pick<EventRange, 'node' | 'types'>): AsyncGenerator<RunEvent[]>;
  stateAt(seq: number): Promise<RunState | null>;
};

export async function openExportedRun(house: Needs<'store' | 'workflows'>, runId: string): Promise<ExportedRun> {
  const run = await readRun(house, runId);
  const record = await house.store.readRun(runId);
  const version = record && (await house.store.readWorkflowVersion(record.versionId));
  const source = version?.source ?? '';
  const artifacts = (await house.store.listArtifacts(runId)).filter(({ seq }) => seq <= run.seq);
  return {
    run,
    graph: await graphOf(house, record?.versionId ?? ''),
    source,
    format: (await loadWorkflowSafely(house, source)).format,
    artifacts,
    async *events(only = {}) {
      for (let after = 0; ; ) {
        const page = await house.store.readEvents(runId, { after, before: run.seq + 1, limit: pageSize, ...only });
        if (page.length > 0) yield page;
        if (page.length < pageSize) return;
        after = page.at(-1)?.seq ?? after;
      }
    },
    stateAt: (seq) => stateAt(house, runId, seq),
  };
}
