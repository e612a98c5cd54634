import { type AppError, errorStatus } from '#lib/errors.ts';
import { clientAddress, clientAgent } from '#lib/http/client-address.ts';
import { localPath } from '#lib/http/local-path.ts';
import { route } from '#lib/http/route.ts';
import { paths } from '#lib/paths.ts';
import { clearedChallengeCookie } from '#lib/people/passkeys/passkey-challenge.ts';
import { signInWithPasskey } from '#lib/people/passkeys/sign-in-with-passkey.ts';
import { sessionCookie } from '#lib/people/session-cookie.ts';
import { signInPage } from '#lib/people/sign-in-page.ts';

const onError = (error: AppError) =>
  signInPage({ next: '', problem: { message: error.message, status: errorStatus[error.code] } });

export const POST = route(
  { may: 'anyone', body: 'form', maxBytes: 16_384, onError },
  async ({ house, body, request }) => {
    const from = { address: clientAddress(request.headers), agent: clientAgent(request.headers) };
    const session = await signInWithPasskey(house, { answer: body.get('answer'), headers: request.headers, from });
    const headers = new Headers({ Location: localPath(body.get('next'), paths.runs()) });
    for (const cookie of [sessionCookie(house, session), clearedChallengeCookie(house)])
      headers.append('Set-Cookie', cookie);
    return new Response(null, { status: 303, headers });
  },
);
