// For pages: the signed-in person, or a redirect to the sign-in page that comes back afterwards.
import { headers } from 'next/headers.js';
import { redirect } from 'next/navigation.js';
import { cache } from 'react';
import { currentConsole } from '../console/current-console.ts';
import { pathHeader } from '../html/security-headers.ts';
import { paths } from '../paths.ts';
import { type Principal, principalOf } from '../people/principal.ts';
import { checkHost } from './own-origin.ts';

/** Call it in every page and layout that shows anything; within one request it asks the database once. */
export const requirePagePrincipal = cache(async (): Promise<Principal> => {
  const house = currentConsole();
  const given = await headers();
  checkHost(given, house.env.publicUrl);
  const principal = await principalOf(house, given);
  if (principal) return principal;
  const path = given.get(pathHeader);
  return redirect(path ? `${paths.signIn()}?next=${encodeURIComponent(path)}` : paths.signIn());
});
