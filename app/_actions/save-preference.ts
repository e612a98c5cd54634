'use server';

import { cookies } from 'next/headers.js';
import { currentConsole } from '#lib/console/current-console.ts';
import { assertSameOrigin } from '#lib/http/check-origin.ts';
import { requirePagePrincipal } from '#lib/http/page-principal.ts';
import { type PreferenceName, preferenceCookie, preferenceValues } from './preferences.ts';

const year = 365 * 24 * 60 * 60;

/** Takes a form with `name` and `value`; the page is drawn again with the new look. */
export async function savePreference(form: FormData): Promise<void> {
  await assertSameOrigin(currentConsole());
  await requirePagePrincipal();
  const name = String(form.get('name'));
  const value = String(form.get('value'));
  if (!Object.hasOwn(preferenceValues, name)) return;
  const values: readonly string[] = preferenceValues[name as PreferenceName];
  if (!values.includes(value)) return;
  const jar = await cookies();
  jar.set(preferenceCookie(name as PreferenceName), value, {
    path: '/',
    maxAge: year,
    sameSite: 'lax',
    httpOnly: true,
  });
}
