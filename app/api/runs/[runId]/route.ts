import { currentConsole } from '#lib/console/current-console.ts';
import { route } from '#lib/http/route.ts';
import { deleteRun } from '#lib/runs/delete-run.ts';
import { readRun } from '#lib/runs/read-run.ts';

export const GET = route({}, async ({ params }) => ({
  status: 200,
  body: await readRun(currentConsole(), params.runId),
}));

export const DELETE = route({}, async ({ params }) => {
  await deleteRun(currentConsole(), { runId: params.runId });
  return { status: 204 };
});
