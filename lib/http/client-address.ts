import { visibleText } from '../html/visible-text.ts';

/** The address a request came from, as far as we know it: the last hop, since earlier ones are only claimed. */
export function clientAddress(headers: Headers): string {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim().slice(0, 64) || 'unknown';
}

/** What a browser says it is. */
export function clientAgent(headers: Headers): string {
  return visibleText(headers.get('user-agent') ?? '').slice(0, 300) || 'unknown';
}
