// Which repositories git may be pointed at. What a workflow says itself is its author's word. What a value of the run says is
// held to the same addresses as fetched pages: a public host or one that is allowed, dialled at the address that was
// checked, without redirects; or a folder of the run's own workspace.
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { resolve as resolvePath } from 'node:path';
import type { Needs } from '../../console/console.ts';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import { isInside } from '../files/files.ts';
import { addressesOf, type Resolve } from './outbound-address.ts';

type Remote = { protocol: string; host: string; port: number };

const ports: Record<string, number> = { http: 80, https: 443, ssh: 22, git: 9418 };
const host = String.raw`([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])`;
// Written so plainly that git cannot understand another host than we do.
const address = new RegExp(
  String.raw`^(https?|ssh|git)://(?:[^/?#@\\\s]*@)?${host}(?::(\d{1,5}))?(?:/[^\\\s]*)?$`,
  'i',
);
const shortSsh = new RegExp(String.raw`^(?:[\w.-]+@)?${host}:(?!:|//)[^\s]+$`);

function refused(message: string): ClientFailure {
  return new ClientFailure('fetch_refused', message);
}

/** Null when it is a folder of this machine. */
function remoteOf(source: string): Remote | null {
  const [, scheme, name = '', port] = address.exec(source) ?? [];
  if (scheme) {
    const protocol = scheme.toLowerCase();
    return { protocol, host: name, port: Number(port ?? ports[protocol]) };
  }
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(source) || /^[^/]*:/.test(source);
  if (!isAddress) return null;
  const short = shortSsh.exec(source)?.[1];
  if (short !== undefined) return { protocol: 'ssh', host: short, port: 22 };
  throw refused(
    'a value of the run names a repository that is neither a plain http, https, ssh or git address nor a folder',
  );
}

/** So that nobody is asked for the address a second time. */
function pinned({ protocol, host, port }: Remote, addresses: LookupAddress[]): string[] {
  if (!protocol.startsWith('http') || isIP(host.replace(/^\[|\]$/g, '')) !== 0) return [];
  const found = addresses.map(({ address, family }) => (family === 6 ? `[${address}]` : address)).join(',');
  return ['-c', `http.curloptResolve=${host}:${port}:${found}`];
}

export type RepositorySource = {
  source: string;
  /** The workflow itself says it, without a template. */
  isWritten: boolean;
  /** A folder that a value of the run may name; null when it may name any. */
  within: string | null;
};

/** The options that git gets for this repository; rejects one that a value of the run may not name. */
export async function repositoryOptions(
  { env }: Needs<'env'>,
  { source, isWritten, within }: RepositorySource,
  resolve?: Resolve,
): Promise<string[]> {
  if (isWritten) return [];
  const remote = remoteOf(source);
  if (remote === null) {
    if (within === null || isInside(within, resolvePath(within, source))) return [];
    throw refused('a value of the run names a repository outside of the workspace; write its folder into the workflow');
  }
  const url = new URL(`http://${remote.host}:${remote.port}`);
  const addresses = await addressesOf(url, env.fetchAllowed, resolve);
  return ['-c', 'http.followRedirects=false', ...pinned(remote, addresses)];
}
