import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { createGateLink, gateLinkView, listGateLinks } from '#lib/people/gate-links.ts';

export const GET = route(
  {
    may: 'share_gate',
    summary: 'The links of a gate, without their addresses',
    answers: { 200: z.object({ links: z.array(gateLinkView) }) },
    errors: ['not_found'],
  },
  async ({ house, params }) => ({ links: await listGateLinks(house, params.runId, params.gateId) }),
);

export const POST = route(
  {
    may: 'share_gate',
    summary: 'Makes a link that answers this gate without an account; its address is told this once',
    body: z.strictObject({ name: z.string().max(100).optional(), expires: z.string().max(20).optional() }),
    answers: { 201: z.object({ ...gateLinkView.shape, url: z.string(), loopback: z.boolean() }) },
    errors: ['not_found', 'conflict', 'gate_already_answered'],
  },
  async ({ house, params: { runId, gateId }, body, actor, base }) => ({
    status: 201,
    body: await createGateLink(house, { runId, gateId, actor, base, ...body }),
  }),
);
