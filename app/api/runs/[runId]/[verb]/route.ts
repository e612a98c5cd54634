import { z } from 'zod';
import { AppError } from '#lib/errors.ts';
import { onOff } from '#lib/http/query.ts';
import { checkFields } from '#lib/http/read-body.ts';
import { route } from '#lib/http/route.ts';
import { assertMay } from '#lib/people/may.ts';
import { isRunVerb, runVerbs } from '#lib/runs/verbs.ts';

const names = Object.keys(runVerbs);
const planned = Object.entries(runVerbs).flatMap(([name, { plan }]) => (plan ? [name] : []));

/** Every verb of the table. What all of them take is asked for first, then what this one does; the description tells each by its own name. */
export const POST = route(
  { may: 'control_run', body: z.unknown(), query: { plan: onOff() } },
  async ({ house, params: { runId, verb: name }, actor, body, query }) => {
    if (!isRunVerb(name)) throw new AppError('not_found', `A run has no "${name}"; use one of ${names.join(', ')}`);
    const { may, fields, act, plan, leadsTo } = runVerbs[name];
    assertMay(actor, may);
    const request = { ...checkFields(fields, body), runId, actor };
    if (!query.plan) return { status: leadsTo === 'new run' ? 201 : 200, body: await act(house, request) };
    if (!plan) throw new AppError('bad_request', `Only ${planned.join(', ')} have a plan; nothing was done`);
    return { status: 200, body: await plan(house, request) };
  },
);
