import { z } from 'zod';
import { choice, text, whole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { listGates } from '#lib/runs/list-gates.ts';
import { inboxGate } from '#lib/runs/views.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'Gates of all runs, the newest first, page by page',
    query: {
      status: choice(['open', 'answered', 'closed']),
      cursor: text({ most: 300 }),
      limit: whole({ least: 1, most: 200 }),
    },
    answers: { 200: z.object({ gates: z.array(inboxGate), next: z.string().nullable() }) },
  },
  ({ house, query }) => listGates(house, query),
);
