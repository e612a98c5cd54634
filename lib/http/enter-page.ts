// The way into every page: the console and who looks at it, or a redirect to the sign-in page that comes back afterwards.
import { headers } from 'next/headers.js';
import { redirect } from 'next/navigation.js';
import { cache } from 'react';
import type { Console } from '../console/console.ts';
import { currentConsole } from '../console/current-console.ts';
import { pathHeader } from '../html/security-headers.ts';
import { paths } from '../paths.ts';
import type { Actor } from '../people/actor.ts';
import { assertMay, type Right } from '../people/may.ts';
import { checkHost } from './own-origin.ts';
import { whoAsks } from './who-asks.ts';

/** Within one request it asks the database once. */
const pageActor = cache(async (): Promise<Actor> => {
  const house = currentConsole();
  const given = await headers();
  checkHost(given, house.env.publicUrl);
  const actor = await whoAsks(house, given, 'console');
  if (actor) return actor;
  const path = given.get(pathHeader);
  return redirect(path ? `${paths.signIn()}?next=${encodeURIComponent(path)}` : paths.signIn());
});

/** Call it in every page and layout that shows anything. */
export async function enterPage(right: Right): Promise<{ house: Console; actor: Actor }> {
  const actor = await pageActor();
  assertMay(actor, right);
  return { house: currentConsole(), actor };
}
