import { z } from 'zod';
import { whole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { readTimeline } from '#lib/runs/read-history.ts';

export const GET = route(
  {
    may: 'see',
    summary:
      'The bars of a run by node: what would share a pixel is one bar with its `count`, finer between `from` and `to`, in milliseconds since the run began',
    query: { from: whole(), to: whole() },
    answers: { 200: z.record(z.string(), z.unknown()) },
    errors: ['not_found'],
  },
  async ({ house, params: { runId }, query: { from = 0, to = 0 } }) => {
    const timeline = await readTimeline(house, runId, from < to ? { from, to } : null);
    return { status: 200, body: timeline };
  },
);
