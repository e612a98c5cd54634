// Where browsers allow passkeys: at https addresses with a name, and at localhost. They belong to the one host that people
// use, so where GATEHOUSE_URL is set they work there and nowhere else.
import type { PasskeyPlace } from '../../clients/http/webauthn.ts';
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';

/** The place, or the reason why there is none. `headers` are those of a request whose host was checked. */
export function passkeyPlace({ env }: Needs<'env'>, headers: Headers): PasskeyPlace | string {
  const host = (headers.get('host') ?? '').toLowerCase();
  const { protocol, hostname, origin, port, host: ours } = new URL(env.publicUrl ?? `http://${host}`);
  if (host !== ours) return `Passkeys work at ${origin} only, the address of this console.`;
  if (/^([a-z0-9-]+\.)*localhost$/.test(hostname)) return { rpId: hostname, origin };
  const isAddress = /^\[|^\d+(\.\d+){3}$/.test(hostname);
  if (isAddress && env.publicUrl === null) {
    return `Passkeys need a name: open http://localhost${port && `:${port}`} instead of ${origin} to use one.`;
  }
  if (protocol === 'https:' && !isAddress) return { rpId: hostname, origin };
  return `Passkeys need an https address with a name, and this console is at ${origin}.`;
}

export function assertPasskeyPlace(house: Needs<'env'>, headers: Headers): PasskeyPlace {
  const place = passkeyPlace(house, headers);
  if (typeof place === 'string') throw new AppError('conflict', place);
  return place;
}
