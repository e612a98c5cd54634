import { currentConsole } from '#lib/console/current-console.ts';
import { AppError } from '#lib/errors.ts';
import { readWhole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { stateAt } from '#lib/runs/work/live-run.ts';

export const GET = route({}, async ({ params, query }) => {
  const at = readWhole(query, 'at');
  const state = await stateAt(currentConsole(), params.runId, at === undefined ? undefined : Math.max(1, at));
  if (!state) throw new AppError('not_found', `There is no run "${params.runId}"`);
  return { status: 200, body: state };
});
