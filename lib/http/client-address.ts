/** The address a request came from, as far as we know it: the last hop, since earlier ones are only claimed. */
export function clientAddress(headers: Headers): string {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim().slice(0, 64) || 'unknown';
}
