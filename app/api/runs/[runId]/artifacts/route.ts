import { z } from 'zod';
import { text, whole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { listArtifacts } from '#lib/runs/read-run.ts';
import { artifactView } from '#lib/runs/views.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'The files that a run produced, page by page',
    query: { cursor: text({ most: 200 }), limit: whole({ least: 1, most: 1000 }) },
    answers: { 200: z.object({ artifacts: z.array(artifactView), next: z.string().nullable() }) },
    errors: ['not_found'],
  },
  ({ house, params, query }) => listArtifacts(house, params.runId, query),
);
