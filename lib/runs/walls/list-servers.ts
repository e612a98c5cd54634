// The MCP servers that the workflow files name, and whether a person has approved exactly what would be started. Of one
// that takes values or files of a run only the run can tell.
import type { Needs } from '../../console/console.ts';
import { outsideId } from '../../engine/event-types.ts';
import type { Actor } from '../../people/actor.ts';
import { auditEntry } from '../../people/audit/audit-entry.ts';
import { listWorkflows, readWorkflow } from '../read-workflows.ts';
import { startHash } from '../work/server-start.ts';

export type ServerView = { workflow: string; server: string; command: string; isApproved: boolean };

export async function listServers(house: Needs<'env' | 'store' | 'workflows'>): Promise<ServerView[]> {
  const valid = (await listWorkflows(house, null)).filter(({ ok }) => ok);
  const details = await Promise.all(valid.map(({ workflow }) => readWorkflow(house, workflow, null)));
  const servers = details.flatMap(({ workflow, graph }) => (graph?.servers ?? []).map((spec) => ({ workflow, spec })));
  const hashed = servers.map((one) => ({ ...one, hash: startHash(one.spec, [], '${workspace}') }));
  const approved = new Set(await house.store.approvedServers(hashed.map(({ hash }) => hash)));
  return hashed.map(({ workflow, spec, hash }) => ({
    workflow,
    server: spec.id,
    command: [spec.command, ...spec.args].join(' '),
    isApproved: approved.has(hash),
  }));
}

/** What people have allowed: servers, and what commands use of this machine. */
export async function listAllowed(house: Needs<'store'>) {
  const approvals = await house.store.listServerApprovals();
  return approvals.map(({ server, ...rest }) => ({
    ...rest,
    what: server === outsideId ? 'what commands use of the machine' : `server ${server}`,
  }));
}

export async function revokeAllowed(house: Needs<'store'>, hash: string, actor: Actor): Promise<void> {
  const allowed = (await house.store.listServerApprovals()).find((one) => one.hash === hash);
  const act = allowed?.server === outsideId ? 'outside.revoked' : 'server.revoked';
  const details = { hash, ...(allowed ? { server: allowed.server } : {}) };
  await house.store.revokeServer(hash, auditEntry(actor, act, allowed?.workflow ?? null, details));
}
