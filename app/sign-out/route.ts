import { currentConsole } from '#lib/console/current-console.ts';
import { route } from '#lib/http/route.ts';
import { paths } from '#lib/paths.ts';
import { clearedSessionCookie, readSessionCookie } from '#lib/people/session-cookie.ts';
import { signOut } from '#lib/people/sessions.ts';

export const POST = route({ auth: 'none' }, async ({ request }) => {
  await signOut(currentConsole(), readSessionCookie(currentConsole(), request.headers));
  return { status: 303, headers: { Location: paths.signIn(), 'Set-Cookie': clearedSessionCookie(currentConsole()) } };
});
