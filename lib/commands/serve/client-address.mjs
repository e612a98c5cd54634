// Where a request came from: the socket's other end, or, where that is a proxy we were told about, the last address in
// X-Forwarded-For that is none of them. What anybody else claims is not heard.
import { BlockList, isIP } from 'node:net';

/** @param {string | undefined} address */
const plain = (address) =>
  (address ?? '')
    .trim()
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^\[(.*)\]$/, '$1');

/**
 * @param {import('../../env.ts').Env['proxies']} proxies
 * @returns {(request: import('node:http').IncomingMessage) => string}
 */
export function addressReader(proxies) {
  const known = new BlockList();
  for (const { address, bits, family } of proxies) known.addSubnet(address, bits, family);
  const isProxy = (/** @type {string} */ address) => known.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (request) => {
    let address = plain(request.socket.remoteAddress);
    const claimed = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',').map(plain);
    while (isIP(address) !== 0 && isProxy(address)) {
      const before = claimed.pop();
      if (before === undefined || isIP(before) === 0) break;
      address = before;
    }
    return address || 'unknown';
  };
}
