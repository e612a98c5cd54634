'use server';

import { cookies } from 'next/headers.js';
import { z } from 'zod';
import { plainAction } from '#lib/http/action.ts';
import { keptFor, type PreferenceName, preferenceCookie, preferenceValues } from './preferences.ts';

/** The page is drawn again with the new look. */
export const savePreferenceAction = plainAction(
  { may: 'see', fields: z.object({ name: z.string().optional(), value: z.string().optional() }) },
  async ({ fields: { name = '', value = '' } }) => {
    if (!Object.hasOwn(preferenceValues, name)) return;
    const values: readonly string[] = preferenceValues[name as PreferenceName];
    if (!values.includes(value)) return;
    const jar = await cookies();
    jar.set(preferenceCookie(name as PreferenceName), value, keptFor);
  },
);
