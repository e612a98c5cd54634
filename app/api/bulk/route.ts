import { z } from 'zod';
import { onOff, readQuery } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { paths } from '#lib/paths.ts';
import { planBulk, startBulk } from '#lib/runs/bulk/bulk-act.ts';
import { bulkVerbNames } from '#lib/runs/bulk/bulk-verbs.ts';
import { bulkAct, bulkPlan } from '#lib/runs/views.ts';
import { runsQuery } from '../runs/runs-query.ts';

const body = z
  .strictObject({
    verb: z.enum(bulkVerbNames),
    runs: z.array(z.string()).max(1000).optional(),
    filter: z.string().max(2000).optional().describe('As in the address of the list: status=failed&since=7d'),
  })
  .refine(({ runs, filter }) => (runs === undefined) !== (filter === undefined), {
    message: 'give either "runs" (ids) or "filter" (all that fit it)',
  });

export const POST = route(
  {
    may: 'control_run',
    summary: 'Does one thing with many runs, one after the other; with plan=1 only says with how many it would',
    query: { plan: onOff() },
    body,
    answers: { 200: bulkPlan, 202: bulkAct },
    errors: ['conflict'],
  },
  async ({ house, actor, body: { verb, runs, filter = '' }, query: { plan } }) => {
    const which = runs ? { runs } : readQuery(runsQuery, new URLSearchParams(filter));
    const request = { verb, which, actor };
    if (plan) return planBulk(house, request);
    const { act } = await startBulk(house, request);
    return { status: 202, body: act, headers: { location: paths.api.bulk(act.id) } };
  },
);
