import { openArtifact } from '#lib/clients/files/files.ts';
import { currentConsole } from '#lib/console/current-console.ts';
import { AppError } from '#lib/errors.ts';
import { artifactResponse } from '#lib/http/artifact-response.ts';
import { route } from '#lib/http/route.ts';
import { readLinkedArtifact } from '#lib/people/gate-page/gate-page-data.ts';
import { gateLinkError, requireGateLink } from '#lib/people/gate-page/linked-gate.ts';

export const GET = route({ auth: 'none', onError: gateLinkError }, async ({ request, params }) => {
  const link = await requireGateLink(currentConsole(), params.token, request.headers);
  const artifact = await readLinkedArtifact(currentConsole(), link, params.artifactId);
  if (!artifact) throw new AppError('not_found', 'The gate does not show this file.');
  return artifactResponse(artifact, await openArtifact(currentConsole().env.dataDirectory, artifact.file));
});
