// Which addresses content may be fetched from: public ones only. Whatever belongs to this machine, its network or its
// cloud's own services is refused, unless the administrator allows the host by name (GATEHOUSE_FETCH_ALLOW).
import { promises as dns, type LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { AllowedHost } from '../../env.ts';
import { messageOf } from '../../errors.ts';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';

/** What is not public, by the registries of special-purpose addresses. */
const closed = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // A cloud's own service for its machines, at an address that looks public.
  '168.63.129.16/32',
  // IPv6: documentation, and tunnels that carry an IPv4 address inside.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]) {
  const [network = '', bits] = range.split('/');
  closed.addSubnet(network, Number(bits), network.includes(':') ? 'ipv6' : 'ipv4');
}
/** The only part of IPv6 that is public: no mapped IPv4, no local, no multicast addresses. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

export type Resolve = (host: string) => Promise<LookupAddress[]>;

const lookup: Resolve = (host) => dns.lookup(host, { all: true });

function isAllowed(url: URL, allowed: readonly AllowedHost[]): boolean {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  return allowed.some((one) => one.host === url.hostname && (one.port === null || one.port === port));
}

/** Resolves the host once; whoever connects uses these addresses and asks nobody again. */
export async function addressesOf(
  url: URL,
  allowed: readonly AllowedHost[],
  resolve: Resolve = lookup,
): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family === 0 ? await resolved(host, resolve) : [{ address: host, family }];
  const inner = isAllowed(url, allowed) ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
  if (inner === undefined) return addresses;
  const what = inner.address === host ? host : `${host} (${inner.address})`;
  throw new ClientFailure(
    'fetch_refused',
    `${what} is not a public address; an administrator can allow the host in GATEHOUSE_FETCH_ALLOW`,
  );
}

async function resolved(host: string, resolve: Resolve): Promise<LookupAddress[]> {
  const found = await resolve(host).catch((error: unknown) => {
    throw new ClientFailure('fetch_failed', `The host ${host} was not found: ${messageOf(error)}`, { cause: error });
  });
  if (found.length > 0) return found;
  throw new ClientFailure('fetch_failed', `The host ${host} has no address`);
}
