// An invitation: opening it does nothing; the form that it shows makes the account and signs its person in.
import { AppError, errorStatus } from '#lib/errors.ts';
import { noticePage } from '#lib/html/plain-page.ts';
import { clientAddress, clientAgent } from '#lib/http/client-address.ts';
import { route } from '#lib/http/route.ts';
import { paths } from '#lib/paths.ts';
import { acceptInvitation, findInvitation } from '#lib/people/accounts/invitations.ts';
import { tellingRefusal, tellRefused } from '#lib/people/audit/refused-sign-ins.ts';
import { joinPage } from '#lib/people/join-page.ts';
import { sessionCookie } from '#lib/people/session-cookie.ts';
import { countWrongTry } from '#lib/people/wrong-tries.ts';

const title = 'This invitation does not work';
const text = 'It may have expired, been used or taken back. Ask the person who sent it for a new one.';

const onError = (error: AppError) => {
  if (error.code === 'not_found') return noticePage({ status: 404, title, text });
  return noticePage({ status: errorStatus[error.code], title: 'Nothing was done', text: error.message });
};

export const GET = route({ may: 'anyone', onError }, async ({ house, request }) => {
  const token = new URL(request.url).searchParams.get('token');
  const invitation = await findInvitation(house, token);
  if (invitation) return joinPage({ token: token as string, invitation });
  await countWrongTry(house, 'invitation', clientAddress(request.headers));
  throw new AppError('not_found', title);
});

export const POST = route(
  { may: 'anyone', body: 'form', maxBytes: 8192, onError },
  async ({ house, body, request }) => {
    const address = clientAddress(request.headers);
    const token = body.get('token');
    const refused = { via: 'invitation', door: 'console', address } as const;
    const invitation = await findInvitation(house, token);
    if (!invitation) {
      await tellRefused(house, refused, title);
      await countWrongTry(house, 'invitation', address);
      throw new AppError('not_found', title);
    }
    try {
      const from = { address, agent: clientAgent(request.headers) };
      const session = await tellingRefusal(house, refused, acceptInvitation(house, { token, from }));
      return { status: 303, headers: { Location: paths.gates(), 'Set-Cookie': sessionCookie(house, session) } };
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'user' || error.code === 'not_found') throw error;
      const problem = { message: error.message, status: errorStatus[error.code] };
      return joinPage({ token: token as string, invitation, problem });
    }
  },
);
