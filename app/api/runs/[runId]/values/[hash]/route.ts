import { artifactResponse } from '#lib/http/artifact-response.ts';
import { route } from '#lib/http/route.ts';
import { openRunValue } from '#lib/runs/open-run-file.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'A value of a run that is too large for its events and its state, whole, as JSON',
    answers: { 200: 'application/octet-stream' },
    errors: ['not_found'],
  },
  async ({ house, params }) => {
    const { value, opened } = await openRunValue(house, params.runId, params.hash);
    return artifactResponse(value, opened, { download: true });
  },
);
