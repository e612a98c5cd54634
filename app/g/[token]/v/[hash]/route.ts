import { AppError } from '#lib/errors.ts';
import { artifactResponse } from '#lib/http/artifact-response.ts';
import { gateLinkError, requireGateLink } from '#lib/http/linked-gate.ts';
import { route } from '#lib/http/route.ts';
import { showsValue } from '#lib/people/gate-page/gate-page-data.ts';
import { openRunValue } from '#lib/runs/open-run-file.ts';

export const GET = route({ may: 'anyone', onError: gateLinkError }, async ({ house, request, params }) => {
  const link = await requireGateLink(house, params.token, request.headers);
  if (!(await showsValue(house, link, params.hash))) throw new AppError('not_found', 'The gate does not show this.');
  const { value, opened } = await openRunValue(house, link.run, params.hash);
  return artifactResponse(value, opened, { download: true });
});
