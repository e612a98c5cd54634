import { z } from 'zod';
import { currentConsole } from '#lib/console/current-console.ts';
import { AppError } from '#lib/errors.ts';
import { route } from '#lib/http/route.ts';
import { createSignInLink } from '#lib/people/sessions.ts';

/** For `npx gatehouse sign-in`: only the token may ask, so that a stolen session cannot renew itself for ever. */
export const POST = route({ body: z.strictObject({}) }, async ({ principal, base }) => {
  if (principal.via !== 'token') throw new AppError('forbidden', 'Ask for sign-in links with the API token.');
  return { status: 201, body: await createSignInLink(currentConsole(), base) };
});
