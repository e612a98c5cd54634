import { currentConsole } from '#lib/console/current-console.ts';
import { artifactResponse } from '#lib/http/artifact-response.ts';
import { readSwitch } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { openRunArtifact } from '#lib/runs/open-run-artifact.ts';

export const GET = route({}, async ({ params, query }) => {
  const { artifact, opened } = await openRunArtifact(currentConsole(), params.runId, params.artifactId);
  return artifactResponse(artifact, opened, { download: !readSwitch(query, 'inline') });
});
