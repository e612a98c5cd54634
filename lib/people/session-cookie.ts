// The cookie that carries a session. Where people reach the console over https it has the __Host- prefix: browsers then take
// it only from this very host, over https, so that no neighbour and no plain connection can plant one.
import { currentEnv } from '../current-env.ts';
import { sessionSeconds } from './sessions.ts';

const isSecure = () => currentEnv().publicUrl?.startsWith('https:') ?? false;
const nameOf = () => `${isSecure() ? '__Host-' : ''}gatehouse_session`;

export function sessionCookie(token: string): string {
  return cookie(token, sessionSeconds);
}

export function clearedSessionCookie(): string {
  return cookie('', 0);
}

function cookie(value: string, maxAge: number): string {
  return `${nameOf()}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isSecure() ? '; Secure' : ''}`;
}

export function readSessionCookie(headers: Headers): string | null {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === nameOf() && value) return value;
  }
  return null;
}
