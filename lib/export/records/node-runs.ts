// A folder for each node that was visited: `run.json` says how it went, `events.jsonl` what happened, a line each.
import type { RunEvent } from '../../engine/events.ts';
import type { NodeState } from '../../engine/state.ts';
import { findNode } from '../../workflow/graph.ts';
import type { ExportedRun } from './exported-run.ts';
import { asJson, type RecordFile, type RunRecord } from './record.ts';

export const nodeRuns: RunRecord = {
  summary: 'A folder for each node, with its run and its events',
  bundled: 'all',
  folder: 'nodes',
  files: (exported) =>
    Object.entries(exported.run.state.nodes)
      .filter(([, { visits }]) => visits > 0)
      .flatMap(([id, node]) => filesOf(exported, id, node)),
};

function filesOf(exported: ExportedRun, id: string, node: NodeState): RecordFile[] {
  return [
    { path: `${id}/run.json`, type: 'application/json', text: () => asJson(nodeRun(exported, id, node)) },
    { path: `${id}/events.jsonl`, type: 'application/jsonl', text: () => eventLines(exported, id) },
  ];
}

function statusOf({ status }: NodeState): string {
  if (status === 'completed' || status === 'skipped') return 'Ok';
  return status === 'failed' ? 'Failed' : 'Stopped';
}

/** `2026-01-02_03-04-05_<run>` */
const executionDirectory = ({ run }: ExportedRun) =>
  `${run.created_at.slice(0, 19).replace('T', '_').replace(/:/g, '-')}_${run.id}`;

function nodeRun(exported: ExportedRun, id: string, node: NodeState) {
  const { run, graph, artifacts } = exported;
  const known = findNode(graph, id);
  return {
    run_id: run.id,
    node_id: id,
    node_name: known?.name ?? id,
    execution_dir: executionDirectory(exported),
    started_at: node.started_at,
    ended_at: node.ended_at,
    status: statusOf(node),
    trace_level: { off: 'Off', minimal: 'Minimal', full: 'Full' }[known?.trace ?? 'full'],
    visits: node.visits,
    attempts: node.attempts,
    events: [],
    artifacts: artifacts
      .filter((artifact) => artifact.node === id)
      .map(({ id: artifact_id, name, type, visit, attempt, sha256 }) => ({
        artifact_id,
        kind: type.startsWith('image/') ? 'Screenshot' : 'Other',
        path: `${visit}-${attempt}/artifacts/${name}`,
        metadata: { type, sha256 },
        overlays: [],
      })),
  };
}

const lineOf = ({ at, type, data, visit, attempt }: RunEvent) =>
  JSON.stringify({ timestamp: Date.parse(at), event_type: type, payload: { visit, attempt, ...data } });

async function* eventLines({ events }: ExportedRun, node: string): AsyncGenerator<string> {
  for await (const page of events({ node })) yield `${page.map(lineOf).join('\n')}\n`;
}
