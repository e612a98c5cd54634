import { AppError } from '#lib/errors.ts';
import { artifactResponse } from '#lib/http/artifact-response.ts';
import { gateLinkError, requireGateLink } from '#lib/http/linked-gate.ts';
import { route } from '#lib/http/route.ts';
import { openLinkedArtifact } from '#lib/people/gate-page/gate-page-data.ts';

export const GET = route({ may: 'anyone', onError: gateLinkError }, async ({ house, request, params }) => {
  const link = await requireGateLink(house, params.token, request.headers);
  const found = await openLinkedArtifact(house, link, params.artifactId);
  if (!found) throw new AppError('not_found', 'The gate does not show this file.');
  return artifactResponse(found.artifact, found.opened);
});
