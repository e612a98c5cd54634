import { paths } from '#lib/paths.ts';
import type { GateView } from '#lib/runs/views.ts';

export type GateLinkView = {
  id: string;
  name: string | null;
  created_by: string;
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
  return ask<{ links: GateLinkView[]; next: string | null; sends_mail: boolean }>(
    paths.api.gateLinks(gate.run, gate.id),
  );
}

export type NewLink = { name: string; expires: string; send: boolean };

/** For an address, or to whom it is sent, it is made for them; otherwise for anyone. */
export function createGateLink(gate: GateView, { name, expires, send }: NewLink) {
  const isTo = send || name.includes('@');
  return ask<{ id: string; url?: string; loopback?: boolean }>(paths.api.gateLinks(gate.run, gate.id), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...(name && { name }), ...(isTo && { to: name }), ...(send && { send }), expires }),
  });
}

export function revokeGateLink(gate: GateView, linkId: string) {
  return ask<null>(paths.api.gateLink(gate.run, gate.id, linkId), { method: 'DELETE' });
}
