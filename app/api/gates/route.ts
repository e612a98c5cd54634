import { currentConsole } from '#lib/console/current-console.ts';
import { readChoice } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { listGates } from '#lib/runs/list-gates.ts';

const statuses = ['open', 'answered', 'closed'] as const;

export const GET = route({}, async ({ query }) => {
  const status = readChoice(query, 'status', statuses);
  return { gates: await listGates(currentConsole(), status ? { status } : {}) };
});
