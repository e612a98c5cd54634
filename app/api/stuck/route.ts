import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { findStuckRuns } from '#lib/runs/upkeep/stuck-runs.ts';
import { runSummary } from '#lib/runs/views.ts';

export const GET = route(
  {
    may: 'administer',
    summary: 'Runs that nobody works on and nothing will move',
    answers: { 200: z.object({ runs: z.array(runSummary) }) },
  },
  async ({ house }) => ({ runs: await findStuckRuns(house) }),
);
