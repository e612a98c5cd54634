// The run's folder, as the system keeps it whose graphs work on a screen: below the project a folder for each run, in it one
// for each node that worked, with `run.json`, `events.jsonl`, the verdicts and the artifacts. Which ways were chosen is
// in the events of the run. Runs of other formats leave as their nodes do.
import { createHash } from 'node:crypto';
import type { NodeState } from '../../engine/state.ts';
import { namesInGraph, type OwnNames } from '../../workflow/dialects/graph/names.ts';
import type { ExportedRun } from './exported-run.ts';
import { nodeRuns } from './node-runs.ts';
import { asJson, type RecordFile, type RunRecord } from './record.ts';
import { executionEvents, nodeEvents } from './run-folder-events.ts';
import { verdictOf } from './run-folder-verdict.ts';

export const runFolder: RunRecord = {
  summary: 'The folder of a run, with one for each node that worked: its run, events, verdicts and artifacts',
  bundled: ['graph'],
  files: (exported) => {
    const names = exported.format === 'graph' ? namesInGraph(exported.source) : null;
    return names ? folderOf(exported, names) : nodeRuns.files(exported);
  },
};

function folderOf(exported: ExportedRun, names: Map<string, OwnNames>): RecordFile[] {
  const { run } = exported;
  const directory = executionDirectory(exported);
  const root = `.clickweave/runs/${folderName(run.name)}/${directory}`;
  const free = freeNames();
  const worked = [...names].flatMap(([key, own]) => {
    const node = run.state.nodes[key];
    return node && node.visits > 0 && node.status !== 'skipped' && !own.isControl ? [{ key, own, node }] : [];
  });
  return [
    { path: `${root}/events.jsonl`, type: 'application/jsonl', text: () => executionEvents(exported, names) },
    ...worked.flatMap(({ key, own, node }) =>
      filesOf(exported, key, own, node, `${root}/${free(folderName(own.name))}`),
    ),
  ];
}

function filesOf(exported: ExportedRun, key: string, own: OwnNames, node: NodeState, folder: string): RecordFile[] {
  const artifacts = artifactsOf(exported, key);
  const hasChecks = (exported.graph.nodes.find(({ id }) => id === key)?.checks.length ?? 0) > 0;
  const verdict = () => asJson(verdictOf(exported, key, own));
  return [
    { path: `${folder}/run.json`, type: 'application/json', text: () => asJson(nodeRun(exported, key, own, node)) },
    { path: `${folder}/events.jsonl`, type: 'application/jsonl', text: () => nodeEvents(exported, key, own) },
    ...(hasChecks ? [{ path: `${folder}/verdict.json`, type: 'application/json', text: verdict }] : []),
    ...artifacts.map(({ path, artifact }) => ({
      path: `${folder}/${path}`,
      type: artifact.type,
      text: noText,
      artifact,
    })),
  ];
}

async function* noText(): AsyncGenerator<string> {}

/** Of a node that was visited several times the last visit, as its system has it. */
function nodeRun(exported: ExportedRun, key: string, own: OwnNames, node: NodeState) {
  const milliseconds = (at: string | null | undefined) => (at ? Date.parse(at) : null);
  return {
    run_id: uuidOf(`${exported.run.id}/${key}`),
    node_id: own.id,
    node_name: own.name,
    execution_dir: executionDirectory(exported),
    started_at: milliseconds(node.started_at),
    ended_at: milliseconds(node.ended_at),
    status: statusOf(node),
    trace_level: own.trace,
    events: [],
    artifacts: artifactsOf(exported, key).map(({ path, artifact: { id, type, sha256, size } }) => ({
      artifact_id: uuidOf(id),
      kind: type.startsWith('image/') ? 'Screenshot' : type.startsWith('text/') ? 'Log' : 'Other',
      path,
      metadata: { type, size, sha256 },
      overlays: [],
    })),
    observed_summary: null,
  };
}

function statusOf({ status }: NodeState): string {
  if (status === 'completed') return 'Ok';
  return status === 'failed' ? 'Failed' : 'Stopped';
}

/** Files of one name from several visits stand beside each other. */
function artifactsOf({ artifacts }: ExportedRun, key: string) {
  const free = freeNames();
  return artifacts
    .filter(({ node }) => node === key)
    .map((artifact) => ({ path: `artifacts/${free(artifact.name)}`, artifact }));
}

/** `2026-01-02_03-04-05_` and twelve digits of the run's own. */
function executionDirectory({ run }: ExportedRun): string {
  const time = run.created_at.slice(0, 19).replace('T', '_').replaceAll(':', '-');
  return `${time}_${hashOf(run.id).slice(0, 12)}`;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The same for the same text: a record that is made again is the same record. */
function uuidOf(text: string): string {
  const digits = hashOf(text);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}

function folderName(name: string): string {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  return words.filter((word) => word !== '').join('-') || 'unnamed';
}

function freeNames(): (wanted: string) => string {
  const counts = new Map<string, number>();
  return (wanted) => {
    const count = (counts.get(wanted.toLowerCase()) ?? 0) + 1;
    counts.set(wanted.toLowerCase(), count);
    return count === 1 ? wanted : wanted.replace(/(\.[^./]*)?$/, `-${count}$1`);
  };
}
