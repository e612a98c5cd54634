// Reads a zip that somebody gave to the browser: by its directory, one file at a time and as a stream of slices, so that no
// memory is filled whatever it claims. What is not plain is refused and named: other ways to pack, locked files, files that
// share bytes or a name, names that lead out of the folder they would be unpacked into.
import type { BundleZip } from '#lib/receipts/bundle-manifest.ts';

const mostFiles = 200_000;
const mostDirectory = 64 * 1024 * 1024;
const endLength = 22;
const longestComment = 0xffff;
const signatures = { end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50, entry: 0x02014b50, local: 0x04034b50 };

type Entry = { name: string; method: number; packed: number; size: number; offset: number };
type Directory = { count: number; length: number; offset: number };

export type ZipFile = BundleZip & {
  /** How large it says that it is; undefined for what is not there. */
  sizeOf(name: string): number | undefined;
  /** The whole file; the bytes of one that is not packed stay where they are. */
  blob(name: string, most: number, type: string): Promise<Blob>;
};

const viewOf = async (blob: Blob) => new DataView(await blob.arrayBuffer());

/** A number of eight bytes; none that is larger than what can be counted is of use. */
function large(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw new Error('it counts further than there are bytes');
  return value;
}

async function findDirectory(file: Blob): Promise<Directory> {
  const start = Math.max(0, file.size - endLength - longestComment);
  const tail = await viewOf(file.slice(start));
  for (let at = tail.byteLength - endLength; at >= 0; at--) {
    if (tail.getUint32(at, true) !== signatures.end) continue;
    if (at + endLength + tail.getUint16(at + 20, true) !== tail.byteLength) continue;
    if (tail.getUint16(at + 4, true) !== 0) throw new Error('it is a part of several');
    const found = {
      count: tail.getUint16(at + 10, true),
      length: tail.getUint32(at + 12, true),
      offset: tail.getUint32(at + 16, true),
    };
    const isLarge = found.count === 0xffff || found.length === 0xffffffff || found.offset === 0xffffffff;
    return isLarge ? findLargeDirectory(file, start + at) : found;
  }
  throw new Error('it is no zip, or it is cut off');
}

async function findLargeDirectory(file: Blob, end: number): Promise<Directory> {
  const locator = await viewOf(file.slice(Math.max(0, end - 20), end));
  if (locator.byteLength < 20 || locator.getUint32(0, true) !== signatures.locator64) throw new Error('it is cut off');
  const at = large(locator, 8);
  const view = await viewOf(file.slice(at, at + 56));
  if (view.byteLength < 56 || view.getUint32(0, true) !== signatures.end64) throw new Error('it is cut off');
  return { count: large(view, 32), length: large(view, 40), offset: large(view, 48) };
}

/** Sizes and places that do not fit into four bytes stand behind the name. */
function readLarge(view: DataView, from: number, to: number, entry: Entry): void {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let place = at + 4;
    for (const field of ['size', 'packed', 'offset'] as const) {
      if (entry[field] !== 0xffffffff) continue;
      if (place + 8 > to) throw new Error(`the size of ${entry.name} is cut off`);
      entry[field] = large(view, place);
      place += 8;
    }
  }
}

function checkName(name: string): void {
  const parts = name.split('/');
  const isPlain = !/^([A-Za-z]:|\/)|\\|\0/.test(name) && !parts.some((part) => part === '..' || part === '.');
  if (name === '' || !isPlain) throw new Error(`the name ${JSON.stringify(name)} leads out of its folder`);
}

function readEntries(view: DataView, count: number): Map<string, Entry> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== signatures.entry)
      throw new Error('its list is cut off');
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    if (extraEnd > view.byteLength) throw new Error('its list is cut off');
    const name = decoder.decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameEnd - at - 46));
    checkName(name);
    const entry: Entry = {
      name,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    readLarge(view, nameEnd, extraEnd, entry);
    if (view.getUint16(at + 8, true) & 1) throw new Error(`${name} is locked with a password`);
    if (entry.method !== 0 && entry.method !== 8) throw new Error(`${name} is packed in a way that is not read here`);
    if (entries.has(name)) throw new Error(`${name} is in it twice`);
    if (!name.endsWith('/')) entries.set(name, entry);
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

async function* upTo(stream: ReadableStream<Uint8Array>, name: string, most: number): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new Error(`${name} cannot be unpacked`);
      });
      if (done) return;
      size += value.length;
      if (size > most) throw new Error(`it is longer than ${most} bytes`);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

export async function openZip(file: Blob): Promise<ZipFile> {
  const { count, length, offset } = await findDirectory(file);
  if (count > mostFiles) throw new Error(`it has more than ${mostFiles} files`);
  if (length > mostDirectory) throw new Error('its list of files is too long');
  const entries = readEntries(await viewOf(file.slice(offset, offset + length)), count);
  const packed = [...entries.values()].reduce((sum, entry) => sum + entry.packed, 0);
  if (packed > file.size) throw new Error('its files overlap');

  const entryOf = (name: string) => {
    const entry = entries.get(name);
    if (!entry) throw new Error(`${name} is not there`);
    return entry;
  };
  async function bytesOf({ name, offset: at, packed: bytes }: Entry): Promise<Blob> {
    const head = await viewOf(file.slice(at, at + 30));
    if (head.byteLength < 30 || head.getUint32(0, true) !== signatures.local) throw new Error(`${name} is cut off`);
    const begin = at + 30 + head.getUint16(26, true);
    // Tools that go through a zip from its beginning believe this name, not the directory's.
    if ((await file.slice(at + 30, begin).text()) !== name) throw new Error('it has another name in another place');
    const start = begin + head.getUint16(28, true);
    if (start + bytes > file.size) throw new Error(`${name} is cut off`);
    return file.slice(start, start + bytes);
  }
  async function* read(name: string, most: number): AsyncGenerator<Uint8Array> {
    const entry = entryOf(name);
    const stream: ReadableStream<Uint8Array<ArrayBuffer>> = (await bytesOf(entry)).stream();
    yield* upTo(entry.method === 0 ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw')), name, most);
  }
  return {
    names: [...entries.keys()],
    sizeOf: (name) => entries.get(name)?.size,
    read,
    async blob(name, most, type) {
      const entry = entryOf(name);
      if (entry.size > most) throw new Error(`${name} is longer than ${most} bytes`);
      if (entry.method === 0) return (await bytesOf(entry)).slice(0, entry.packed, type);
      const parts: BlobPart[] = [];
      for await (const chunk of read(name, most)) parts.push(chunk as Uint8Array<ArrayBuffer>);
      return new Blob(parts, { type });
    },
  };
}
