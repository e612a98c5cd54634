import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { listArtifacts } from '#lib/runs/read-run.ts';
import { artifactView } from '#lib/runs/views.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'The files that a run produced',
    answers: { 200: z.object({ artifacts: z.array(artifactView) }) },
    errors: ['not_found'],
  },
  async ({ house, params }) => ({ artifacts: await listArtifacts(house, params.runId) }),
);
