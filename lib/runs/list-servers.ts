// The MCP servers that the workflow files name, and whether a person has approved exactly what would be started.
import { currentStore } from '../store/current-store.ts';
import { listWorkflows, readWorkflow } from './read-workflows.ts';

export type ServerView = { workflow: string; server: string; command: string; isApproved: boolean };

export async function listServers(): Promise<ServerView[]> {
  const valid = (await listWorkflows()).filter(({ ok }) => ok);
  const details = await Promise.all(valid.map(({ workflow }) => readWorkflow(workflow)));
  const servers = details.flatMap(({ workflow, graph }) => (graph?.servers ?? []).map((spec) => ({ workflow, spec })));
  const approved = new Set(await currentStore().approvedServers(servers.map(({ spec }) => spec.hash)));
  return servers.map(({ workflow, spec }) => ({
    workflow,
    server: spec.id,
    command: [spec.command, ...spec.args].join(' '),
    isApproved: approved.has(spec.hash),
  }));
}
