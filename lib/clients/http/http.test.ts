import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import type { AllowedHost } from '../../env.ts';
import type { FetchRequest } from '../../nodes/contract/node-context.ts';
import { house } from '../../testing/house.ts';
import { fetchPage } from './http.ts';
import { isPublicAddress } from './outbound-address.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const answers = new Map<string, Answer>();
let seen: IncomingMessage[] = [];
let server: Server;
let inner: Server;
let port: number;
let innerPort: number;
let innerVisits = 0;

async function listen(answer: Answer): Promise<Server> {
  const started = createServer(answer).listen(0, '127.0.0.1');
  await once(started, 'listening');
  return started;
}

beforeAll(async () => {
  server = await listen((request, response) => {
    seen.push(request);
    const answer = answers.get((request.url ?? '').split('?')[0] as string);
    if (answer) answer(request, response);
    else response.writeHead(404).end('nothing here');
  });
  inner = await listen((_, response) => {
    innerVisits += 1;
    response.end('inside');
  });
  port = (server.address() as AddressInfo).port;
  innerPort = (inner.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  inner.close();
});

const page = (body: string | Buffer, headers: Record<string, string> = {}): Answer => {
  return (_, response) => response.writeHead(200, { 'content-type': 'text/plain', ...headers }).end(body);
};
const redirect =
  (location: string, status = 302): Answer =>
  (_, response) =>
    response.writeHead(status, { location }).end();

/** Only the first server is allowed, by its port. */
const allowed = (): AllowedHost[] => [{ host: '127.0.0.1', port }];
const get = (request: FetchRequest | string, more: Partial<Parameters<typeof fetchPage>[2]> = {}) =>
  fetchPage(house, typeof request === 'string' ? { url: request } : request, {
    signal: new AbortController().signal,
    allowed: allowed(),
    ...more,
  });
const at = (path: string) => `http://127.0.0.1:${port}${path}`;

describe('an address that is not public is refused, however it is written', () => {
  const nowhere = (name: string) => `http://${name}:PORT/`;
  it.each([
    nowhere('127.0.0.1'),
    nowhere('127.1'),
    nowhere('127.0.1'),
    nowhere('2130706433'),
    nowhere('0x7f000001'),
    nowhere('0x7f.1'),
    nowhere('0177.0.0.1'),
    nowhere('017700000001'),
    nowhere('127.0.0.1.'),
    nowhere('１２７.０.０.１'),
    nowhere('127。0。0。1'),
    nowhere('①②⑦.0.0.1'),
    nowhere('%31%32%37.0.0.1'),
    nowhere('localhost'),
    nowhere('LOCALHOST'),
    nowhere('localhost.'),
    nowhere('0.0.0.0'),
    nowhere('0'),
    nowhere('[::]'),
    nowhere('[::1]'),
    nowhere('[0:0:0:0:0:0:0:1]'),
    nowhere('[::ffff:127.0.0.1]'),
    nowhere('[::ffff:7f00:1]'),
    nowhere('[::127.0.0.1]'),
    nowhere('[64:ff9b::7f00:1]'),
    nowhere('[2002:7f00:1::]'),
    nowhere('[fe80::1]'),
    nowhere('[fc00::1]'),
    nowhere('[fd00:ec2::254]'),
    nowhere('[ff02::1]'),
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/',
    'http://2852039166/',
    'http://168.63.129.16/',
    'http://100.100.100.200/',
    'http://192.0.0.192/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://3232235777/',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://192.0.2.1/',
    'https://127.0.0.1/',
  ])('%s', async (url) => {
    const refused = get(url.replace('PORT', String(innerPort)));
    await expect(refused).rejects.toMatchObject({
      code: 'fetch_refused',
      message: expect.stringContaining('GATEHOUSE_FETCH_ALLOW'),
    });
    expect(innerVisits).toBe(0);
  });

  it.each([
    ['private', [{ address: '10.1.2.3', family: 4 }]],
    ['mapped', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['with a zone', [{ address: 'fe80::1%lo', family: 6 }]],
    [
      'private beside a public one',
      [
        { address: '93.184.215.14', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    ],
  ])('a name whose address is %s', async (_, found) => {
    const refused = get(`http://harmless.example:${innerPort}/`, { resolve: async () => found });
    await expect(refused).rejects.toMatchObject({ code: 'fetch_refused' });
    expect(innerVisits).toBe(0);
  });

  it.each(['8.8.8.8', '93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])('%s is public', (one) => {
    expect(isPublicAddress(one)).toBe(true);
  });
});

it.each([
  ['file:///etc/passwd', '"file:" is not fetched'],
  ['ftp://example.org/', '"ftp:" is not fetched'],
  ['gopher://127.0.0.1:6379/_x', '"gopher:" is not fetched'],
  ['data:text/plain,x', '"data:" is not fetched'],
  ['javascript:alert(1)', '"javascript:" is not fetched'],
  ['http://user@example.org/', 'carries a user'],
  ['http://user:pass@example.org/', 'carries a user'],
  ['http://example.org@127.0.0.1/', 'carries a user'],
  ['http://example.org:80@127.0.0.1/', 'carries a user'],
  ['//example.org/', 'is not an address'],
  ['example.org', 'is not an address'],
  ['http://', 'is not an address'],
  ['http://[::1', 'is not an address'],
  ['http://a b/', 'is not an address'],
  ['http://127.0.0.1:99999/', 'is not an address'],
  ['http://256.0.0.1/', 'is not an address'],
  [`http://example.org/${'x'.repeat(9000)}`, 'is not an address'],
])('%s is refused', async (url, message) => {
  await expect(get(url)).rejects.toMatchObject({
    code: 'fetch_refused',
    message: expect.stringContaining(message),
  });
});

test('a long address is not told in part: half a secret in it would not be found any more', async () => {
  const secret = 'correct-horse-battery';
  const refusal = await get(`http://a b/${'x'.repeat(180)}?key=${secret}`).catch((error: Error) => error.message);
  expect(refusal).toMatch(/^A text of \d+ characters is not an address$/);
});

describe('the host is resolved once, and what was checked is what is dialled', () => {
  it('a second answer of the name server is never asked for', async () => {
    answers.set('/name', page('by name'));
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const host = [{ host: 'named.example', port }];
    const reply = await get(`http://named.example:${port}/name`, { resolve, allowed: host });
    expect(reply).toMatchObject({ status: 200, content: 'by name' });
    expect(seen.at(-1)?.headers.host).toBe(`named.example:${port}`);
    expect(asked).toBe(1);
  });

  it('a host is allowed for any port, or for one', async () => {
    await expect(get(at('/none'), { allowed: [{ host: '127.0.0.1', port: null }] })).resolves.toBeDefined();
    await expect(get(at('/none'), { allowed: [{ host: '127.0.0.1', port: port + 1 }] })).rejects.toMatchObject({
      code: 'fetch_refused',
    });
    await expect(get(at('/none'), { allowed: [{ host: '127.0.0.2', port: null }] })).rejects.toBeDefined();
  });
});

describe('redirects are followed by hand', () => {
  it('to a page, whose address is told', async () => {
    answers.set('/end', page('the end'));
    answers.set('/start', redirect('/end?x=1#part', 301));
    expect(await get(at('/start'))).toMatchObject({ status: 200, url: at('/end?x=1'), content: 'the end' });
  });

  it.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://2130706433:PORT/',
    '//127.0.0.1:PORT/',
    'http://[::1]:PORT/',
    'file:///etc/passwd',
    'http://user@127.0.0.1:PORT/',
  ])('but not to %s', async (location) => {
    answers.set('/out', redirect(location.replace('PORT', String(innerPort))));
    await expect(get(at('/out'))).rejects.toMatchObject({ code: 'fetch_refused' });
    expect(innerVisits).toBe(0);
  });

  it('five times and no more', async () => {
    answers.set('/round', redirect('/round'));
    seen = [];
    await expect(get(at('/round'))).rejects.toThrow('more than 5 redirects');
    expect(seen).toHaveLength(6);
  });

  it('with what the request carries only on the same origin', async () => {
    answers.set('/there', page('ok'));
    answers.set('/same', redirect('/there'));
    answers.set('/other', redirect(`http://other.example:${port}/there`));
    const hosts = [...allowed(), { host: 'other.example', port: null }];
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const headers = { Authorization: 'Bearer x', 'X-Api-Key': 'y' };
    await get({ url: at('/same'), headers });
    expect(seen.at(-1)?.headers).toMatchObject({ authorization: 'Bearer x', 'x-api-key': 'y' });
    await get({ url: at('/other'), headers }, { allowed: hosts, resolve });
    expect(seen.at(-1)?.headers).not.toHaveProperty('authorization');
    expect(seen.at(-1)?.headers).not.toHaveProperty('x-api-key');
    answers.set('/other', redirect(`http://other.example:${port}/there`, 307));
    const sent = get({ url: at('/other'), method: 'POST', body: 'secret' }, { allowed: hosts, resolve });
    await expect(sent).rejects.toThrow('redirects what was sent');
  });

  it('and a posted form becomes a plain look', async () => {
    answers.set('/form', redirect('/there', 303));
    await get({ url: at('/form'), method: 'POST', body: 'a=b' });
    expect(seen.at(-1)).toMatchObject({ method: 'GET', url: '/there' });
  });
});

describe('the body', () => {
  it.each([
    ['gzip', gzipSync('packed ä')],
    ['br', brotliCompressSync('packed ä')],
  ])('is unpacked from %s', async (encoding, body) => {
    answers.set('/packed', page(body, { 'content-encoding': encoding }));
    expect((await get(at('/packed'))).content).toBe('packed ä');
  });

  it('that is larger than the limit, a bomb too, is refused with the name of the setting', async () => {
    const { limits } = house.env;
    onTestFinished(() => void Object.assign(house.env, { limits }));
    house.env.limits = { ...limits, page: 1024 * 1024 };
    answers.set('/bomb', page(gzipSync(Buffer.alloc(50 * 1024 * 1024, 'x')), { 'content-encoding': 'gzip' }));
    await expect(get(at('/bomb'))).rejects.toMatchObject({
      code: 'value_too_large',
      message: `${at('/bomb')} is longer than 1.0 MB (GATEHOUSE_MAX_PAGE); fetch a part of it`,
    });
    answers.set('/exact', page('x'.repeat(1024 * 1024)));
    expect((await get(at('/exact'))).content).toHaveLength(1024 * 1024);
  });

  it('of 6 MB is whole', async () => {
    answers.set('/large', page('x'.repeat(6 * 1024 * 1024)));
    expect((await get(at('/large'))).content).toHaveLength(6 * 1024 * 1024);
  });

  it.each([
    ['text/plain; charset=iso-8859-1', Buffer.from('Grün', 'latin1'), 'Grün'],
    ['text/plain; charset="utf-8"', Buffer.from('Grün'), 'Grün'],
    ['text/html', Buffer.from('<meta charset=windows-1252>Grün', 'latin1'), '<meta charset=windows-1252>Grün'],
    ['text/plain', Buffer.from('\ufeffGrün', 'utf16le'), 'Grün'],
    ['text/plain; charset=klingon', Buffer.from('Grün'), 'Grün'],
  ])('of type %s is read in its charset', async (type, body, text) => {
    answers.set('/charset', page(body, { 'content-type': type }));
    expect((await get(at('/charset'))).content).toBe(text);
  });

  it('that is no text is refused', async () => {
    answers.set('/image', page('x', { 'content-type': 'image/png' }));
    answers.set('/bytes', page(Buffer.from([1, 0, 2]), { 'content-type': 'application/octet-stream' }));
    for (const path of ['/image', '/bytes']) {
      await expect(get(at(path))).rejects.toMatchObject({
        code: 'fetch_failed',
        message: expect.stringMatching('not text'),
      });
    }
  });

  it('of a failure is a reply too', async () => {
    expect(await get(at('/none'))).toMatchObject({ status: 404, content: 'nothing here', url: at('/none') });
  });
});

describe('a request', () => {
  it('carries its method, headers and body', async () => {
    answers.set('/echo', (request, response) => request.pipe(response));
    const reply = await get({ url: at('/echo'), method: 'post', headers: { 'X-Mark': 'a' }, body: 'hello' });
    expect(reply.content).toBe('hello');
    expect(seen.at(-1)).toMatchObject({ method: 'POST', headers: { 'x-mark': 'a', 'user-agent': 'gatehouse' } });
  });

  it.each([
    [{ Host: 'x' }, 'belongs to the connection'],
    [{ 'transfer-encoding': 'chunked' }, 'belongs to the connection'],
    [{ 'Proxy-Authorization': 'x' }, 'belongs to the connection'],
    [{ 'a b': 'x' }, 'is not the name of a header'],
    [{ 'x\r\nhost': 'x' }, 'is not the name of a header'],
    [{ 'x-a': 'x\r\nhost: y' }, 'has a character that none may have'],
  ])('with the headers %j is refused', async (headers, message) => {
    await expect(get({ url: at('/echo'), headers: headers as Record<string, string> })).rejects.toThrow(message);
  });

  it.each(['CONNECT', 'TRACE', 'GET /x', ''])('with the method "%s" is refused', async (method) => {
    await expect(get({ url: at('/echo'), method })).rejects.toMatchObject({ code: 'fetch_refused' });
  });
});

describe('an end', () => {
  const silent: Answer = () => {};
  const dripping: Answer = (_, response) => void response.writeHead(200).write('one');

  test.each([
    ['never answers', silent],
    ['never finishes', dripping],
  ])('comes when a server %s', async (_, answer) => {
    answers.set('/slow', answer);
    await expect(get(at('/slow'), { milliseconds: 200 })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('did not answer in full within'),
    });
  });

  test('comes when the name server never answers', async () => {
    const resolve = () => new Promise<never>(() => {});
    await expect(get('http://slow.example/', { resolve, milliseconds: 50 })).rejects.toThrow('did not answer in full');
  });

  test('comes when the attempt is stopped', async () => {
    const controller = new AbortController();
    answers.set('/stopped', () => controller.abort());
    await expect(get(at('/stopped'), { signal: controller.signal })).rejects.toMatchObject({ code: 'aborted' });
    await expect(get(at('/stopped'), { signal: controller.signal })).rejects.toMatchObject({ code: 'aborted' });
  });

  test('comes when a server speaks no TLS where TLS is asked for', async () => {
    await expect(get(at('/end').replace('http:', 'https:'))).rejects.toMatchObject({ code: 'fetch_failed' });
  });

  test('of the connection is told with the host', async () => {
    answers.set('/cut', (request) => request.socket.destroy());
    answers.set('/half', (_, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half', () => response.destroy());
    });
    for (const path of ['/cut', '/half']) {
      await expect(get(at(path))).rejects.toMatchObject({
        code: 'fetch_failed',
        message: expect.stringContaining(`127.0.0.1:${port} did not answer`),
      });
    }
  });
});
