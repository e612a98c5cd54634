import { addressHeader } from '../html/security-headers.ts';
import { visibleText } from '../html/visible-text.ts';

/** The address a request came from, as the server in front has found it: forwarded ones are for it to judge. */
export function clientAddress(headers: Headers): string {
  return headers.get(addressHeader) || 'unknown';
}

/** What a browser says it is. */
export function clientAgent(headers: Headers): string {
  return visibleText(headers.get('user-agent') ?? '').slice(0, 300) || 'unknown';
}
