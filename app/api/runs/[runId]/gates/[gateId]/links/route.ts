import { z } from 'zod';
import { text, whole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { createGateLink, gateLinkView, listGateLinks } from '#lib/people/gate-links.ts';
import { sendGateLink, sendsMail } from '#lib/runs/notify/send-gate-link.ts';

export const GET = route(
  {
    may: 'share_gate',
    summary: 'The links of a gate, without their addresses, the newest first, page by page',
    query: { cursor: text({ most: 300 }), limit: whole({ least: 1, most: 200 }) },
    answers: {
      200: z.object({
        links: z.array(gateLinkView),
        next: z.string().nullable(),
        sends_mail: z.boolean().describe('Whether this console can send a link to its recipient'),
      }),
    },
    errors: ['not_found'],
  },
  async ({ house, params: { runId, gateId }, query }) => ({
    ...(await listGateLinks(house, { runId, gateId, ...query })),
    sends_mail: sendsMail(house),
  }),
);

export const POST = route(
  {
    may: 'share_gate',
    summary: 'Makes a link that answers this gate without an account; its address is told this once',
    body: z.strictObject({
      to: z.string().max(254).optional().describe('A person, or a mail address; without it the link is for anyone'),
      name: z.string().max(100).optional(),
      expires: z.string().max(20).optional(),
      send: z.boolean().optional().describe('Mails it to its recipient; then only they have its address'),
    }),
    answers: {
      201: z.object({
        ...gateLinkView.shape,
        url: z.string().optional().describe('Not there when it was mailed'),
        loopback: z.boolean().optional(),
      }),
    },
    errors: ['not_found', 'conflict', 'gate_already_answered', 'unavailable'],
  },
  async ({ house, params: { runId, gateId }, body: { send, ...link }, actor, base }) => ({
    status: 201,
    body: await (send ? sendGateLink : createGateLink)(house, { runId, gateId, actor, base, ...link }),
  }),
);
