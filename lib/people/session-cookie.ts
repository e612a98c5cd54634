import { sessionSeconds } from './sessions.ts';

export const sessionCookieName = 'gatehouse_session';

export function sessionCookie(token: string, options: { secure: boolean }): string {
  return cookie(token, sessionSeconds, options);
}

export function clearedSessionCookie(options: { secure: boolean }): string {
  return cookie('', 0, options);
}

function cookie(value: string, maxAge: number, { secure }: { secure: boolean }): string {
  return `${sessionCookieName}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure ? '; Secure' : ''}`;
}

export function readSessionCookie(headers: Headers): string | null {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === sessionCookieName && value) return value;
  }
  return null;
}
