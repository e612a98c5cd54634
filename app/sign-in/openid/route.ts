// Leads to the OpenID provider, and remembers in this browser what must come back.
import { type AppError, errorStatus } from '#lib/errors.ts';
import { localPath } from '#lib/http/local-path.ts';
import { route } from '#lib/http/route.ts';
import { paths } from '#lib/paths.ts';
import { beginSignIn } from '#lib/people/accounts/sign-in-with-openid.ts';
import { openIdCookie } from '#lib/people/openid-cookie.ts';
import { signInPage } from '#lib/people/sign-in-page.ts';

const onError = (error: AppError) =>
  signInPage({ next: '', problem: { message: error.message, status: errorStatus[error.code] } });

export const GET = route({ may: 'anyone', onError }, async ({ house, request, base }) => {
  const next = localPath(new URL(request.url).searchParams.get('next'), paths.runs());
  const { url, tried } = await beginSignIn(house, base);
  return { status: 303, headers: { Location: url, 'Set-Cookie': openIdCookie(house, tried, next) } };
});
