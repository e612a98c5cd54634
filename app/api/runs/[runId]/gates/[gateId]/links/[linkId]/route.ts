import { route } from '#lib/http/route.ts';
import { revokeGateLink } from '#lib/people/gate-links.ts';

export const DELETE = route(
  { may: 'share_gate', summary: 'Revokes a link', answers: { 204: null }, errors: ['not_found'] },
  async ({ house, params: { runId, gateId, linkId }, actor }) => {
    await revokeGateLink(house, { runId, gateId, linkId, actor });
    return { status: 204 };
  },
);
