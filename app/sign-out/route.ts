import { route } from '#lib/http/route.ts';
import { paths } from '#lib/paths.ts';
import { clearedSessionCookie, readSessionCookie } from '#lib/people/session-cookie.ts';
import { signOut } from '#lib/people/sessions.ts';

export const POST = route({ may: 'anyone' }, async ({ house, request }) => {
  await signOut(house, readSessionCookie(house, request.headers));
  return { status: 303, headers: { Location: paths.signIn(), 'Set-Cookie': clearedSessionCookie(house) } };
});
