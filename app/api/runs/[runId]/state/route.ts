import { AppError } from '#lib/errors.ts';
import { route } from '#lib/http/route.ts';
import { stateAt } from '#lib/runs/live-run.ts';

export const GET = route({}, async ({ params, query }) => {
  const at = query.get('at');
  if (at !== null && !/^\d{1,15}$/.test(at))
    throw new AppError('bad_request', `"at" is "${at}"; give an event’s number`);
  const state = await stateAt(params.runId, at === null ? undefined : Math.max(1, Number(at)));
  if (!state) throw new AppError('not_found', `There is no run "${params.runId}"`);
  return { status: 200, body: state };
});
