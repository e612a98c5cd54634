import { z } from 'zod';
import { text, whole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { pageOfStuckRuns } from '#lib/runs/upkeep/stuck-runs.ts';
import { runSummary } from '#lib/runs/views.ts';

export const GET = route(
  {
    may: 'administer',
    summary: 'Runs that nobody works on and nothing will move, page by page',
    query: { cursor: text({ most: 200 }), limit: whole({ least: 1, most: 200 }) },
    answers: { 200: z.object({ runs: z.array(runSummary), next: z.string().nullable() }) },
    errors: ['bad_request'],
  },
  ({ house, query }) => pageOfStuckRuns(house, query),
);
