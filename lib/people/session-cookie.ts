// The cookie that carries a session. Where people reach the console over https it has the __Host- prefix: browsers then take
// it only from this very host, over https, so that no neighbour and no plain connection can plant one.
import type { Needs } from '../console/console.ts';
import { sessionSeconds } from './sessions.ts';

const isSecure = (house: Needs<'env'>) => house.env.publicUrl?.startsWith('https:') ?? false;
const nameOf = (house: Needs<'env'>) => `${isSecure(house) ? '__Host-' : ''}gatehouse_session`;

export function sessionCookie(house: Needs<'env'>, token: string): string {
  return cookie(house, token, sessionSeconds);
}

export function clearedSessionCookie(house: Needs<'env'>): string {
  return cookie(house, '', 0);
}

function cookie(house: Needs<'env'>, value: string, maxAge: number): string {
  return `${nameOf(house)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isSecure(house) ? '; Secure' : ''}`;
}

export function readSessionCookie(house: Needs<'env'>, headers: Headers): string | null {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === nameOf(house) && value) return value;
  }
  return null;
}
