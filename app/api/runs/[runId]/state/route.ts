import { z } from 'zod';
import { AppError } from '#lib/errors.ts';
import { whole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { stateAt } from '#lib/runs/work/live-run.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'The state of a run, now or as of an event',
    query: { at: whole() },
    answers: { 200: z.record(z.string(), z.unknown()) },
    errors: ['not_found'],
  },
  async ({ house, params, query: { at } }) => {
    const state = await stateAt(house, params.runId, at === undefined ? undefined : Math.max(1, at));
    if (!state) throw new AppError('not_found', `There is no run "${params.runId}"`);
    return { status: 200, body: state };
  },
);
