import { currentConsole } from '#lib/console/current-console.ts';
import { route } from '#lib/http/route.ts';
import { listArtifacts } from '#lib/runs/read-run.ts';

export const GET = route({}, async ({ params }) => ({
  artifacts: await listArtifacts(currentConsole(), params.runId),
}));
