import { paths } from '#lib/paths.ts';
import type { GateView } from '#lib/runs/views.ts';

export type GateLinkView = {
  id: string;
  name: string | null;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
};

async function ask<Body>(url: string, init?: RequestInit): Promise<Body> {
  const response = await fetch(url, init).catch(() => {
    throw new Error('The console cannot be reached. Try again when it is back.');
  });
  const body = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) throw new Error(body?.error?.message ?? `The console answered ${response.status}.`);
  return body as Body;
}

/** The newest of them, and where the older ones are. */
export function listGateLinks(gate: GateView) {
  return ask<{ links: GateLinkView[]; next: string | null }>(paths.api.gateLinks(gate.run, gate.id));
}

export function createGateLink(gate: GateView, link: { name: string; expires: string }) {
  return ask<{ id: string; url: string; loopback?: boolean }>(paths.api.gateLinks(gate.run, gate.id), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...(link.name ? { name: link.name } : {}), expires: link.expires }),
  });
}

export function revokeGateLink(gate: GateView, linkId: string) {
  return ask<null>(paths.api.gateLink(gate.run, gate.id, linkId), { method: 'DELETE' });
}
