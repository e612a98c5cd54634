// What a browser remembers about the look of the console: plain cookies, read by the server, so that the first paint is right.
import { cookies } from 'next/headers.js';

export const preferenceValues = {
  theme: ['system', 'light', 'dark'],
  rail: ['full', 'icons'],
  keys: ['on', 'off'],
} as const;

export type PreferenceName = keyof typeof preferenceValues;
export type Preferences = { [Name in PreferenceName]: (typeof preferenceValues)[Name][number] };

export const preferenceCookie = (name: PreferenceName) => `gatehouse_${name}`;

export async function readPreferences(): Promise<Preferences> {
  const jar = await cookies();
  const read = <Name extends PreferenceName>(name: Name): Preferences[Name] => {
    const [usual, ...others] = preferenceValues[name] as unknown as [Preferences[Name], ...Preferences[Name][]];
    const given = jar.get(preferenceCookie(name))?.value;
    return others.find((value) => value === given) ?? usual;
  };
  return { theme: read('theme'), rail: read('rail'), keys: read('keys') };
}
