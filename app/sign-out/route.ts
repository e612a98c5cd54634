import { currentEnv } from '#lib/current-env.ts';
import { route } from '#lib/http/route.ts';
import { paths } from '#lib/paths.ts';
import { clearedSessionCookie, readSessionCookie } from '#lib/people/session-cookie.ts';
import { signOut } from '#lib/people/sessions.ts';

export const POST = route({ auth: 'none' }, async ({ request }) => {
  await signOut(readSessionCookie(request.headers));
  const secure = currentEnv().publicUrl?.startsWith('https:') ?? false;
  return { status: 303, headers: { Location: paths.signIn(), 'Set-Cookie': clearedSessionCookie({ secure }) } };
});
