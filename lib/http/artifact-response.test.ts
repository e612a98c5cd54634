import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { artifactResponse, contentDisposition } from './artifact-response.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100_000, 7)]);

function respond(name: string, bytes: Buffer, options = {}) {
  return artifactResponse(
    { name, sha256: 'ab' },
    { stream: Readable.from([bytes.subarray(0, 50_000), bytes.subarray(50_000)]), size: bytes.length },
    options,
  );
}

test('an image is shown, with all its bytes, in a sandbox and without sniffing of its type', async () => {
  const response = await respond('a.html', png);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('content-disposition')).toMatch(/^inline/);
  expect(response.headers.get('content-security-policy')).toMatch(/^sandbox/);
  expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true);
});

test.each([
  ['evil.html', '<script>alert(1)</script>'],
  ['evil.svg', '<svg onload=alert(1)>'],
  ['evil.png', '<script>alert(1)</script>'],
  ['data.json', '{"a":1}'],
  ['empty.txt', ''],
])('%s is shown as plain text', async (name, text) => {
  const response = await respond(name, Buffer.from(text));
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe(text);
});

test('anything else is a download, and so is whatever was asked for as one', async () => {
  const binary = await respond('a.png', Buffer.from([0, 1, 2, 3]));
  expect(binary.headers.get('content-type')).toBe('application/octet-stream');
  expect(binary.headers.get('content-disposition')).toMatch(/^attachment/);
  expect((await respond('a.png', png, { download: true })).headers.get('content-disposition')).toMatch(/^attachment/);
});

test('sounds and films are played, in a sandbox too', async () => {
  const sound = await respond('a', Buffer.from('OggS\0...'));
  expect(sound.headers.get('content-type')).toBe('audio/ogg');
  expect(sound.headers.get('content-security-policy')).toMatch(/^sandbox;/);
});

test('in a frame of ours a page is a page that belongs to no origin, runs nothing, loads nothing and is framed by us alone', async () => {
  const page = await respond('report.html', Buffer.from('<h1>Hi</h1><script>1</script>'), { isFramed: true });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^sandbox; default-src 'none';/);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toMatch(/script-src|allow-|connect-src|https?:/);
});

test('in a frame a PDF is one, and nothing else is more than it is without', async () => {
  const paper = await respond('paper', Buffer.from('%PDF-1.7\0'), { isFramed: true });
  expect(paper.headers.get('content-type')).toBe('application/pdf');
  expect(paper.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(paper.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect((await respond('paper', Buffer.from('%PDF-1.7\0'))).headers.get('content-disposition')).toMatch(/^attachment/);
  const drawing = await respond('evil.svg', Buffer.from('<svg onload=alert(1)>'), { isFramed: true });
  expect(drawing.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(drawing.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test('a part of a file is sent alone, typed by the bytes that the file begins with', async () => {
  const part = await respond('a.png', png, { range: 'bytes=60000-60003' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 60000-60003/${png.length}`]);
  expect(part.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await part.arrayBuffer())).toEqual(Buffer.from([7, 7, 7, 7]));
  const none = await respond('a.png', png, { range: 'bytes=999999-' });
  expect([none.status, none.headers.get('content-range')]).toEqual([416, `bytes */${png.length}`]);
});

test('a file name cannot break out of its header', () => {
  expect(contentDisposition('attachment', 'a"; x="\r\nSet-Cookie: b=c\\ü%41.txt')).toBe(
    `attachment; filename="a_; x=___Set-Cookie: b=c___41.txt"; filename*=UTF-8''a%22%3B%20x%3D%22%0D%0ASet-Cookie%3A%20b%3Dc%5C%C3%BC%2541.txt`,
  );
});

test('a reader who leaves closes the file', async () => {
  const stream = Readable.from([png, png]);
  const response = await artifactResponse({ name: 'a.png', sha256: '' }, { stream, size: png.length * 2 });
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await new Promise((resolve) => (stream.destroyed ? resolve(null) : stream.once('close', resolve)));
  expect(stream.destroyed).toBe(true);
});
