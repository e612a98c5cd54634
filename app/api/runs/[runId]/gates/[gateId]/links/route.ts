import { z } from 'zod';
import { text, whole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { createGateLink, gateLinkView, listGateLinks } from '#lib/people/gate-links.ts';

export const GET = route(
  {
    may: 'share_gate',
    summary: 'The links of a gate, without their addresses, the newest first, page by page',
    query: { cursor: text({ most: 300 }), limit: whole({ least: 1, most: 200 }) },
    answers: { 200: z.object({ links: z.array(gateLinkView), next: z.string().nullable() }) },
    errors: ['not_found'],
  },
  ({ house, params: { runId, gateId }, query }) => listGateLinks(house, { runId, gateId, ...query }),
);

export const POST = route(
  {
    may: 'share_gate',
    summary: 'Makes a link that answers this gate without an account; its address is told this once',
    body: z.strictObject({
      to: z.string().max(254).optional().describe('A person, or a mail address; without it the link is for anyone'),
      name: z.string().max(100).optional(),
      expires: z.string().max(20).optional(),
    }),
    answers: { 201: z.object({ ...gateLinkView.shape, url: z.string(), loopback: z.boolean() }) },
    errors: ['not_found', 'conflict', 'gate_already_answered'],
  },
  async ({ house, params: { runId, gateId }, body, actor, base }) => ({
    status: 201,
    body: await createGateLink(house, { runId, gateId, actor, base, ...body }),
  }),
);
