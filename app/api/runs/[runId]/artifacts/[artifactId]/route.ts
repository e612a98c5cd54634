import { artifactResponse, isForFrame } from '#lib/http/artifact-response.ts';
import { onOff } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { openRunArtifact } from '#lib/runs/open-run-file.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'The bytes of one file, as a download or with `inline` shown where that is safe',
    query: { inline: onOff() },
    answers: { 200: 'application/octet-stream' },
    errors: ['not_found'],
  },
  async ({ house, request, params, query }) => {
    const { artifact, opened } = await openRunArtifact(house, params.runId, params.artifactId);
    return artifactResponse(artifact, opened, {
      download: !query.inline,
      range: request.headers.get('range'),
      isFramed: query.inline === true && isForFrame(request.headers),
    });
  },
);
