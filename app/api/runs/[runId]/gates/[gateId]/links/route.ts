import { z } from 'zod';
import { currentConsole } from '#lib/console/current-console.ts';
import { route } from '#lib/http/route.ts';
import { createGateLink, listGateLinks } from '#lib/people/gate-links.ts';

const body = z.strictObject({ name: z.string().max(100).optional(), expires: z.string().max(20).optional() });

export const GET = route({}, async ({ params }) => ({
  links: await listGateLinks(currentConsole(), params.runId, params.gateId),
}));

export const POST = route({ body }, async ({ params, body: { name, expires }, principal, base }) => {
  const link = await createGateLink(currentConsole(), {
    runId: params.runId,
    gateId: params.gateId,
    by: principal.name,
    base,
    ...(name === undefined ? {} : { name }),
    ...(expires === undefined ? {} : { expires }),
  });
  return { status: 201, body: link };
});
