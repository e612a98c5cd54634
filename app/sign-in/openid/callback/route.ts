// Where the OpenID provider sends people back to. Only the browser that began can finish, once.
import { AppError, errorStatus } from '#lib/errors.ts';
import { clientAddress, clientAgent } from '#lib/http/client-address.ts';
import { localPath } from '#lib/http/local-path.ts';
import { route } from '#lib/http/route.ts';
import { paths } from '#lib/paths.ts';
import { signInWithOpenId } from '#lib/people/accounts/sign-in-with-openid.ts';
import { tellingRefusal } from '#lib/people/audit/refused-sign-ins.ts';
import { clearedOpenIdCookie, readOpenIdCookie } from '#lib/people/openid-cookie.ts';
import { sessionCookie } from '#lib/people/session-cookie.ts';
import { signInPage } from '#lib/people/sign-in-page.ts';

const onError = (error: AppError) =>
  signInPage({ next: '', hasOpenId: true, problem: { message: error.message, status: errorStatus[error.code] } });

export const GET = route({ may: 'anyone', onError }, async ({ house, request, base }) => {
  const tried = readOpenIdCookie(house, request.headers);
  if (!tried) throw new AppError('not_signed_in', 'This sign-in was not begun in this browser, or is over; try again.');
  const from = { address: clientAddress(request.headers), agent: clientAgent(request.headers) };
  const signIn = signInWithOpenId(house, { base, query: new URL(request.url).search, tried, from });
  const refused = { via: 'openid', door: 'console', address: from.address } as const;
  const session = await tellingRefusal(house, refused, signIn);
  const headers = new Headers({ Location: localPath(tried.next, paths.runs()) });
  for (const cookie of [sessionCookie(house, session), clearedOpenIdCookie(house)])
    headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers });
});
