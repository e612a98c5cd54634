// What a browser remembers about the look of the console: plain cookies, read by the server, so that the first paint is right.
import { cookies } from 'next/headers.js';
import { readColumns } from '../_client/run-list-filter.ts';

export const preferenceValues = {
  theme: ['system', 'light', 'dark'],
  rail: ['full', 'icons'],
  keys: ['on', 'off'],
  figures: ['shown', 'hidden'],
} as const;

export type PreferenceName = keyof typeof preferenceValues;
export type Preferences = { [Name in PreferenceName]: (typeof preferenceValues)[Name][number] };

const year = 365 * 24 * 60 * 60;
export const keptFor = { path: '/', maxAge: year, sameSite: 'lax', httpOnly: true } as const;

export const preferenceCookie = (name: PreferenceName) => `gatehouse_${name}`;

export async function readPreferences(): Promise<Preferences> {
  const jar = await cookies();
  const read = <Name extends PreferenceName>(name: Name): Preferences[Name] => {
    const [usual, ...others] = preferenceValues[name] as unknown as [Preferences[Name], ...Preferences[Name][]];
    const given = jar.get(preferenceCookie(name))?.value;
    return others.find((value) => value === given) ?? usual;
  };
  return { theme: read('theme'), rail: read('rail'), keys: read('keys'), figures: read('figures') };
}

export const columnsCookie = 'gatehouse_columns';

/** Null when none were chosen yet. */
export async function readChosenColumns(): Promise<string[] | null> {
  const given = (await cookies()).get(columnsCookie)?.value;
  return given === undefined ? null : readColumns(given);
}
