import { AppError, errorStatus } from '#lib/errors.ts';
import { clientAddress, clientAgent } from '#lib/http/client-address.ts';
import { localPath } from '#lib/http/local-path.ts';
import { route } from '#lib/http/route.ts';
import { paths } from '#lib/paths.ts';
import { askForSignInMail, offersSignInMail } from '#lib/people/accounts/mail-sign-in.ts';
import { tellingRefusal } from '#lib/people/audit/refused-sign-ins.ts';
import { offersPasskeys } from '#lib/people/passkeys/offers-passkeys.ts';
import { sessionCookie } from '#lib/people/session-cookie.ts';
import { signInWithApiToken, signInWithLink } from '#lib/people/sessions.ts';
import { signInMailedPage, signInPage, signInWithLinkPage } from '#lib/people/sign-in-page.ts';
import { checkWrongTries, countWrongTry } from '#lib/people/wrong-tries.ts';

const onError = (error: AppError) =>
  signInPage({ next: '', problem: { message: error.message, status: errorStatus[error.code] } });

export const GET = route({ may: 'anyone', onError }, ({ house, request, actor }) => {
  const query = new URL(request.url).searchParams;
  const next = localPath(query.get('next'), paths.runs());
  if (actor?.via === 'session') return { status: 303, headers: { Location: next } };
  const token = query.get('token');
  if (token !== null) return signInWithLinkPage(token, next);
  const ways = { hasOpenId: house.env.openId !== null, sendsMail: offersSignInMail(house) };
  return signInPage({ next, ...ways, passkeys: offersPasskeys(house, request.headers) });
});

export const POST = route(
  { may: 'anyone', body: 'form', maxBytes: 8192, onError },
  async ({ house, body, request, base }) => {
    const next = localPath(body.get('next'), paths.runs());
    const address = clientAddress(request.headers);
    const from = { address, agent: clientAgent(request.headers) };
    const email = body.get('email');
    if (email !== null) {
      await askForSignInMail(house, { email, next, base, from: address });
      return signInMailedPage();
    }
    const link = body.get('link');
    // The token may be one that a person chose, so guesses are refused before they are compared.
    if (link === null) await checkWrongTries(house, 'sign-in', address);
    const signIn =
      link === null
        ? signInWithApiToken(house, body.get('token')?.trim(), new Date(), from)
        : signInWithLink(house, link, new Date(), from);
    const refused = { via: link === null ? 'token' : 'link', door: 'console', address } as const;
    const session = await tellingRefusal(house, refused, signIn).catch(async (error) => {
      if (error instanceof AppError && error.code === 'not_signed_in') await countWrongTry(house, 'sign-in', address);
      throw error;
    });
    return { status: 303, headers: { Location: next, 'Set-Cookie': sessionCookie(house, session) } };
  },
);
