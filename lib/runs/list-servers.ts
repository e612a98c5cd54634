// The MCP servers that the workflow files name, and whether a person has approved exactly what would be started.
import type { Needs } from '../console/console.ts';
import { listWorkflows, readWorkflow } from './read-workflows.ts';

export type ServerView = { workflow: string; server: string; command: string; isApproved: boolean };

export async function listServers(house: Needs<'env' | 'store' | 'workflows'>): Promise<ServerView[]> {
  const valid = (await listWorkflows(house)).filter(({ ok }) => ok);
  const details = await Promise.all(valid.map(({ workflow }) => readWorkflow(house, workflow)));
  const servers = details.flatMap(({ workflow, graph }) => (graph?.servers ?? []).map((spec) => ({ workflow, spec })));
  const approved = new Set(await house.store.approvedServers(servers.map(({ spec }) => spec.hash)));
  return servers.map(({ workflow, spec }) => ({
    workflow,
    server: spec.id,
    command: [spec.command, ...spec.args].join(' '),
    isApproved: approved.has(spec.hash),
  }));
}
