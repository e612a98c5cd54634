import { z } from 'zod';
import { gateData } from '#lib/engine/events.ts';
import { route } from '#lib/http/route.ts';
import { claimGate } from '#lib/runs/gates/claim-gate.ts';

export const POST = route(
  {
    may: 'be_asked',
    summary: 'Says that you look after a gate, or hands it to somebody else whom it asks',
    body: z.strictObject({ to: z.string().optional().describe('The id of whom it is handed to; without it, you') }),
    answers: { 200: gateData },
    errors: ['not_found', 'conflict'],
  },
  async ({ house, params: { runId, gateId }, body, actor }) => ({
    status: 200,
    body: await claimGate(house, { runId, gateId, actor, ...body }),
  }),
);

export const DELETE = route(
  {
    may: 'be_asked',
    summary: 'Lets a gate go: nobody in particular looks after it any more',
    answers: { 200: gateData },
    errors: ['not_found', 'conflict'],
  },
  async ({ house, params: { runId, gateId }, actor }) => ({
    status: 200,
    body: await claimGate(house, { runId, gateId, actor, to: null }),
  }),
);
