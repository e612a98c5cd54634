import { z } from 'zod';
import { choice } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { listGates } from '#lib/runs/list-gates.ts';
import { inboxGate } from '#lib/runs/views.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'Gates of all runs',
    query: { status: choice(['open', 'answered', 'closed']) },
    answers: { 200: z.object({ gates: z.array(inboxGate) }) },
  },
  async ({ house, query }) => ({ gates: await listGates(house, query) }),
);
