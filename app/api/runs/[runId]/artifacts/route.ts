import { route } from '#lib/http/route.ts';
import { listArtifacts } from '#lib/runs/read-run.ts';

export const GET = route({}, async ({ params }) => ({ artifacts: await listArtifacts(params.runId) }));
