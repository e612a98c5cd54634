// The cookies that carry a session, or a sign-in that has only begun. Where people reach the console over https they have the
// __Host- prefix: browsers then take them only from this very host, over https, so that no neighbour and no plain connection
// can plant one.
import type { Needs } from '../console/console.ts';
import { sessionSeconds } from './sessions.ts';

export type Cookie = { name: string; seconds: number };

const session: Cookie = { name: 'gatehouse_session', seconds: sessionSeconds };

const isSecure = (house: Needs<'env'>) => house.env.publicUrl?.startsWith('https:') ?? false;
const nameOf = (house: Needs<'env'>, { name }: Cookie) => `${isSecure(house) ? '__Host-' : ''}${name}`;

export const sessionCookie = (house: Needs<'env'>, token: string) => cookieText(house, session, token);
export const clearedSessionCookie = (house: Needs<'env'>) => cookieText(house, session, '');
export const readSessionCookie = (house: Needs<'env'>, headers: Headers) => readCookie(house, session, headers);

/** An empty value takes the cookie away. */
export function cookieText(house: Needs<'env'>, cookie: Cookie, value: string): string {
  const maxAge = value === '' ? 0 : cookie.seconds;
  return `${nameOf(house, cookie)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isSecure(house) ? '; Secure' : ''}`;
}

export function readCookie(house: Needs<'env'>, cookie: Cookie, headers: Headers): string | null {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === nameOf(house, cookie) && value) return value;
  }
  return null;
}
