import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile as Packed } from 'yazl';
import { openZip } from './zip-file.ts';

async function zipOf(files: Record<string, string | Buffer>, how: { compress?: boolean } = {}): Promise<Buffer> {
  const zip = new Packed();
  for (const [name, bytes] of Object.entries(files))
    zip.addBuffer(Buffer.from(bytes), name, { compress: true, ...how });
  zip.end();
  return buffer(zip.outputStream as unknown as AsyncIterable<Uint8Array>);
}

const open = (bytes: Buffer) => openZip(new Blob([new Uint8Array(bytes)]));

async function textOf(zip: Awaited<ReturnType<typeof open>>, name: string, most = 1e9): Promise<string> {
  return (await buffer(zip.read(name, most))).toString();
}

/** The same bytes with another text in every place where this one stands. */
function replaced(bytes: Buffer, text: string, by: string): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(text); at >= 0; at = copy.indexOf(text, at + 1)) copy.write(by, at);
  return copy;
}

test('a file comes out as it was put in, packed or not, a part of a time and as a whole', async () => {
  const text = 'ä line\n'.repeat(100_000);
  for (const compress of [true, false]) {
    const zip = await open(await zipOf({ 'a/b.txt': text, 'empty.txt': '' }, { compress }));
    expect(zip.names).toEqual(['a/b.txt', 'empty.txt']);
    expect(await textOf(zip, 'a/b.txt')).toBe(text);
    expect(await textOf(zip, 'empty.txt')).toBe('');
    const blob = await zip.blob('a/b.txt', 1e9, 'text/plain');
    expect([blob.type, await blob.text()]).toEqual(['text/plain', text]);
  }
});

test('a zip with more than four bytes can say of a size is read', async () => {
  const zip = new Packed();
  zip.addBuffer(Buffer.from('far away'), 'far.txt', { forceZip64Format: true });
  zip.end({ forceZip64Format: true, comment: '' });
  const bytes = await buffer(zip.outputStream as unknown as AsyncIterable<Uint8Array>);
  expect(await textOf(await open(bytes), 'far.txt')).toBe('far away');
});

test('what unpacks to more than it may is stopped there, whatever it said before', async () => {
  const bomb = await zipOf({ 'zeros.bin': Buffer.alloc(64 * 1024 * 1024) });
  expect(bomb.length).toBeLessThan(100_000);
  const zip = await open(bomb);
  let taken = 0;
  const reading = (async () => {
    for await (const chunk of zip.read('zeros.bin', 1_000_000)) taken += chunk.length;
  })();
  await expect(reading).rejects.toThrow('longer than 1000000 bytes');
  expect(taken).toBeLessThanOrEqual(1_000_000);
  await expect(zip.blob('zeros.bin', 1_000_000, '')).rejects.toThrow('zeros.bin is longer than 1000000 bytes');
});

test('names that lead out of their folder, or are there twice, are refused by name', async () => {
  for (const [name, wrong] of [
    ['aa/bb.txt', '../bb.txt'],
    ['aa/bb.txt', '/a/bb.txt'],
    ['aa/bb.txt', 'C:/bb.txt'],
    ['aa/bb.txt', 'aa\\bb.txt'],
    ['aa/bb.txt', './/bb.txt'],
  ] as const) {
    await expect(open(replaced(await zipOf({ [name]: 'x' }), name, wrong))).rejects.toThrow(JSON.stringify(wrong));
  }
  const twice = replaced(await zipOf({ 'one.txt': '1', 'two.txt': '2' }), 'two.txt', 'one.txt');
  await expect(open(twice)).rejects.toThrow('one.txt is in it twice');
});

test('a file that is called otherwise where it stands is not read', async () => {
  const bytes = await zipOf({ 'one.txt': '1' });
  bytes.write('two.txt', bytes.indexOf('one.txt'));
  const zip = await open(bytes);
  await expect(textOf(zip, 'one.txt')).rejects.toThrow('another name in another place');
});

test('what is locked, packed in another way, cut off, overlapping or no zip is named', async () => {
  const good = await zipOf({ 'one.txt': 'one'.repeat(1000), 'two.txt': 'two' });
  const entry = good.indexOf(Buffer.from('504b0102', 'hex'));
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(good);
    copy.writeUInt16LE(value, entry + at);
    return copy;
  };
  const large = Buffer.from(good);
  large.writeUInt32LE(good.length * 2, entry + 20);
  await expect(open(changed(8, 1))).rejects.toThrow('one.txt is locked');
  await expect(open(changed(10, 14))).rejects.toThrow('one.txt is packed in a way');
  await expect(open(large)).rejects.toThrow('its files overlap');
  await expect(open(good.subarray(0, good.length - 30))).rejects.toThrow('no zip, or it is cut off');
  await expect(open(Buffer.from('hello'))).rejects.toThrow('no zip, or it is cut off');
  await expect(open(Buffer.alloc(0))).rejects.toThrow('no zip, or it is cut off');
  const damaged = Buffer.from(good);
  damaged.fill(0xff, 40, 50);
  await expect(textOf(await open(damaged), 'one.txt')).rejects.toThrow('one.txt cannot be unpacked');
});

test('a list of files that claims to be endless is not even begun', async () => {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(60_000, 10);
  end.writeUInt32LE(0xfffffff0, 12);
  await expect(open(end)).rejects.toThrow('list of files is too long');
});
