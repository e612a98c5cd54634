import { currentConsole } from '#lib/console/current-console.ts';
import { route } from '#lib/http/route.ts';
import { revokeGateLink } from '#lib/people/gate-links.ts';

export const DELETE = route({}, async ({ params }) => {
  await revokeGateLink(currentConsole(), params.runId, params.gateId, params.linkId);
  return { status: 204 };
});
