// The cookie that binds a sign-in at the OpenID provider to the browser that began it, for ten minutes and one return.
import { z } from 'zod';
import type { OpenIdTry } from '../clients/http/openid.ts';
import type { Needs } from '../console/console.ts';
import { type Cookie, cookieText, readCookie } from './session-cookie.ts';

const cookie: Cookie = { name: 'gatehouse_openid', seconds: 600 };
const kept = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), next: z.string() });

export function openIdCookie(house: Needs<'env'>, tried: OpenIdTry, next: string): string {
  return cookieText(house, cookie, Buffer.from(JSON.stringify({ ...tried, next })).toString('base64url'));
}

export const clearedOpenIdCookie = (house: Needs<'env'>) => cookieText(house, cookie, '');

export function readOpenIdCookie(house: Needs<'env'>, headers: Headers): z.infer<typeof kept> | null {
  try {
    return kept.parse(JSON.parse(Buffer.from(readCookie(house, cookie, headers) ?? '', 'base64url').toString()));
  } catch {
    return null;
  }
}
