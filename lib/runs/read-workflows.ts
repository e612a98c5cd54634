// The workflow files: the folder is the truth, a name in an address is a file's stem. Looking never runs anything.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sharedStem, type WorkflowFile, workflowFilesIn } from '../clients/files/workflow-folder.ts';
import type { Needs } from '../console/console.ts';
import { outsideId } from '../engine/event-types.ts';
import { AppError, messageOf } from '../errors.ts';
import type { ModelOf } from '../nodes/contract/define-node.ts';
import { definitionOf } from '../nodes/index.ts';
import { isPureCheck } from '../nodes/parts/check-spec.ts';
import { type Outside, outsideLines, spelledOut } from '../nodes/parts/outside.ts';
import { seesWorkflow } from '../people/access.ts';
import type { Actor } from '../people/actor.ts';
import { unknownFormat } from '../workflow/dialects/format-names.ts';
import type { Graph, GraphNode } from '../workflow/graph.ts';
import type { LoadedWorkflow } from '../workflow/load.ts';
import { describeProblem, inFile, type Problem } from '../workflow/problems/problem.ts';
import { nearest } from '../workflow/problems/suggest.ts';
import type { WorkflowDetail, WorkflowSummary } from './views.ts';
import { loadWorkflowSafely } from './work/load-safely.ts';

/** A folder that is not there has no files. */
async function workflowFiles(house: Needs<'env'>): Promise<WorkflowFile[]> {
  return workflowFilesIn(house.env.workflowsDirectory).catch(() => []);
}

/** The first of that name; there are more only where none can be used. */
export async function findWorkflowFile(house: Needs<'env'>, workflow: string): Promise<WorkflowFile | undefined> {
  return (await workflowFiles(house)).find(({ stem }) => stem === workflow);
}

async function workflowFile(house: Needs<'env'>, workflow: string): Promise<WorkflowFile> {
  const files = await workflowFiles(house);
  const file = files.find(({ stem }) => stem === workflow);
  if (file) return file;
  const hint = nearest(
    workflow,
    files.map(({ stem }) => stem),
  );
  throw new AppError('not_found', `There is no workflow "${workflow}"${hint ? `; did you mean "${hint}"?` : ''}`);
}

/** What a run of this name is started with. */
export async function readWorkflowSource(
  house: Needs<'env'>,
  workflow: string,
): Promise<{ source: string; file: string }> {
  const file = await workflowFile(house, workflow);
  const [problem] = inFile(file.name, sharedStem(file));
  if (problem) {
    const message = `The workflow cannot run: ${describeProblem(problem, file.name)}`;
    throw new AppError('invalid_workflow', message, { details: { problems: [problem] } });
  }
  return { source: await readFile(file.path, 'utf8'), file: file.name };
}

async function summaryOf(
  house: Needs<'env' | 'workflows'>,
  file: WorkflowFile,
  source: string,
): Promise<{ summary: WorkflowSummary; graph: Graph | null }> {
  const loaded = await checkWorkflow(house, source);
  const twice = sharedStem(file);
  const graph = twice.length > 0 ? null : loaded.graph;
  const summary = {
    workflow: file.stem,
    file: file.name,
    format: loaded.format,
    name: loaded.graph?.name ?? loaded.name ?? file.stem,
    version: loaded.graph?.version ?? '',
    description: loaded.graph?.description ?? null,
    nodes: loaded.nodes,
    problems: inFile(file.name, [...twice, ...loaded.problems]),
    ok: graph !== null,
  };
  return { summary, graph };
}

/** A file that cannot be read is one problem in the list, not the end of it. */
function unreadable({ stem, name: file }: WorkflowFile, error: unknown): WorkflowSummary {
  const message = `the file cannot be read: ${messageOf(error)}`;
  const problems = inFile(file, [{ severity: 'error', code: 'unreadable', line: 1, column: 1, path: '', message }]);
  const nothing = { format: unknownFormat, version: '', description: null, nodes: 0, ok: false };
  return { workflow: stem, file, name: stem, problems, ...nothing };
}

/** Those that somebody may see; with null all of them, for the console itself. */
export async function listWorkflows(
  house: Needs<'env' | 'workflows'>,
  actor: Actor | null,
): Promise<WorkflowSummary[]> {
  const found = (await workflowFiles(house)).map(async (file) => {
    try {
      return await summaryOf(house, file, await readFile(file.path, 'utf8'));
    } catch (error) {
      return { summary: unreadable(file, error), graph: null };
    }
  });
  const seen = (await Promise.all(found)).filter(({ graph }) => actor === null || seesWorkflow(actor, graph));
  return seen.map(({ summary }) => summary);
}

/** The folder that every run begins with is fetched by a program too. */
function workspaceCommand({ workspace }: Graph): WorkflowDetail['executes'] {
  if (workspace?.from !== 'git') return [];
  return [
    {
      node: 'workspace',
      kind: 'command',
      text: ['git', 'clone', workspace.source, workspace.ref ?? ''].join(' ').trim(),
    },
  ];
}

function judgedBy(node: GraphNode, modelOf: ModelOf): WorkflowDetail['executes'] {
  const isJudged = node.checks.some((check) => !isPureCheck(check));
  return isJudged ? [{ node: node.id, kind: 'model', text: `model ${modelOf() ?? 'default'} judges its checks` }] : [];
}

/** The models that nodes name only by their roles. */
const modelsAt =
  ({ roles }: Graph, node: GraphNode): ModelOf =>
  (role) =>
    roles.find(({ id }) => id === (role ?? node.role))?.model ?? null;

/** What a run would find missing at its first model: said with the file, and as a warning, since settings change. */
function modelProblems({ env: { openai } }: Needs<'env'>, graph: Graph): Problem[] {
  const isConnected = openai.apiKey !== null || openai.baseUrl !== null;
  return graph.nodes.flatMap((node) => {
    const told = executedBy(graph, node).filter(({ text }) => /^model /.test(text));
    const lacks = !isConnected ? 'OPENAI_API_KEY or OPENAI_BASE_URL' : openai.model === null ? 'GATEHOUSE_MODEL' : null;
    const isMissing = told.some(({ text }) => !isConnected || /^model default\b/.test(text));
    if (lacks === null || !isMissing) return [];
    const message = `node "${node.id}" needs a model, and the console has none: ${lacks} is not set`;
    return [{ severity: 'warning', code: 'no_model', ...node.place, path: `nodes.${node.id}`, message }];
  });
}

function executedBy(graph: Graph, node: GraphNode): WorkflowDetail['executes'] {
  const definition = definitionOf(node.type);
  const kind = definition?.usesModel ? ('model' as const) : ('command' as const);
  const modelOf = modelsAt(graph, node);
  const own = (definition?.executes?.(node.fields, modelOf) ?? []).map((text) => ({ node: node.id, kind, text }));
  return [...own, ...judgedBy(node, modelOf)];
}

/** A text as this console finds it: what is wrong with the file, and what the console lacks for it. */
export async function checkWorkflow(house: Needs<'env' | 'workflows'>, source: string): Promise<LoadedWorkflow> {
  const loaded = await loadWorkflowSafely(house, source);
  const missing = loaded.graph ? modelProblems(house, loaded.graph) : [];
  return { ...loaded, problems: [...loaded.problems, ...missing] };
}

const linesOf = (outside: Outside | 'all' | undefined) => {
  if (outside === 'all') return ['is let out: it can read everything this console can'];
  return outside ? outsideLines(spelledOut(outside)) : [];
};

export function executesOf(graph: Graph): WorkflowDetail['executes'] {
  const servers = graph.servers.map(({ id, command, args }) => ({
    node: id,
    kind: 'server' as const,
    text: [command, ...args].join(' '),
  }));
  const outside = [
    ...graph.servers.map(({ id, outside }) => ({ node: id, kind: 'server' as const, lines: linesOf(outside) })),
    { node: outsideId, kind: 'command' as const, lines: linesOf(graph.outside) },
    ...graph.nodes.map((node) => ({
      node: node.id,
      kind: 'command' as const,
      lines: linesOf(definitionOf(node.type)?.outside?.(node.fields)),
    })),
  ].flatMap(({ node, kind, lines }) => lines.map((text) => ({ node, kind, text })));
  const work = graph.nodes.flatMap((node) => executedBy(graph, node));
  return [...workspaceCommand(graph), ...servers, ...work, ...outside];
}

/** As somebody may see it; with null, as the console itself does. */
export async function readWorkflow(
  house: Needs<'env' | 'workflows'>,
  workflow: string,
  actor: Actor | null,
): Promise<WorkflowDetail> {
  const file = await workflowFile(house, workflow);
  const source = await readFile(file.path, 'utf8');
  const { summary, graph } = await summaryOf(house, file, source);
  if (actor && !seesWorkflow(actor, graph)) throw new AppError('not_found', `There is no workflow "${workflow}"`);
  const etag = createHash('sha256').update(source).digest('hex');
  return { ...summary, source, etag, graph, inputs: graph?.inputs ?? [], executes: graph ? executesOf(graph) : [] };
}
