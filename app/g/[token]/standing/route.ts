// How the question behind a link stands, in one word, for the page that shows it. No more than the page itself says, and it
// opens nothing.
import { AppError } from '#lib/errors.ts';
import { gateLinkError, requireGateLink } from '#lib/http/linked-gate.ts';
import { route } from '#lib/http/route.ts';
import { readLinkedGate } from '#lib/people/gate-page/gate-page-data.ts';

export const GET = route({ may: 'anyone', onError: gateLinkError }, async ({ house, request, params: { token } }) => {
  const gate = await readLinkedGate(house, await requireGateLink(house, token, request.headers));
  if (!gate) throw new AppError('not_found', 'There is no such link.');
  return new Response(gate.status, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
});
