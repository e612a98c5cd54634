// What a passkey has to sign to come in; it is for the browser that asks.
import { route } from '#lib/http/route.ts';
import { beginPasskeySignIn } from '#lib/people/passkeys/sign-in-with-passkey.ts';

export const POST = route({ may: 'anyone' }, async ({ house, request }) => {
  const { options, cookie } = await beginPasskeySignIn(house, request.headers);
  return { status: 200, body: options, headers: { 'Set-Cookie': cookie } };
});
