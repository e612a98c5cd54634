import { AppError } from '#lib/errors.ts';
import { route } from '#lib/http/route.ts';
import { listGates } from '#lib/runs/list-gates.ts';

const statuses = ['open', 'answered', 'closed'] as const;

export const GET = route({}, async ({ query }) => {
  const given = query.get('status');
  const status = statuses.find((one) => one === given);
  if (given && !status) throw new AppError('bad_request', `"status" is "${given}"; use one of ${statuses.join(', ')}`);
  return { gates: await listGates(status ? { status } : {}) };
});
