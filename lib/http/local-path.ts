/** The path to go to afterwards, if it is one of ours: never another site, whatever the browser makes of slashes. */
export function localPath(value: unknown, fallback: string): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])[^\\\s]*$/.test(value)) return fallback;
  const base = 'http://local.invalid';
  const url = URL.parse(value, base);
  return url && url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : fallback;
}
