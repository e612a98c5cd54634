import { route } from '#lib/http/route.ts';
import { readRun } from '#lib/runs/read-run.ts';

export const GET = route({}, async ({ params }) => ({ status: 200, body: await readRun(params.runId) }));
