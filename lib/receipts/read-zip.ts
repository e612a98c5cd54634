// Reads a zip that somebody sent: by its directory, one file at a time and as a stream, so that no memory is filled whatever
// it claims. Files that share the same bytes, a way to make gigabytes out of little, are refused.
import type { Readable } from 'node:stream';
import { type Entry, openPromise } from 'yauzl';

const mostFiles = 200_000;

export type OpenZip = {
  names: string[];
  /** Ends with an error as soon as there is more than `most` bytes of it. */
  read(name: string, most: number): AsyncGenerator<Buffer>;
  close(): void;
};

async function* upTo(stream: Readable, most: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new Error(`it is longer than ${most} bytes`);
    yield chunk;
  }
}

export async function openZip(file: string): Promise<OpenZip> {
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true, strictFileNames: true });
  const entries = new Map<string, Entry>();
  try {
    if (zip.entryCount > mostFiles) throw new Error(`it has more than ${mostFiles} files`);
    let packed = 0;
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw new Error(`${entry.fileName} is in it twice`);
      entries.set(entry.fileName, entry);
      packed += entry.compressedSize;
    }
    if (packed > zip.fileSize) throw new Error('its files overlap');
  } catch (error) {
    zip.close();
    throw error;
  }
  return {
    names: [...entries.keys()],
    async *read(name, most) {
      const entry = entries.get(name);
      if (!entry) throw new Error(`${name} is not there`);
      const { fileName } = await zip.readLocalFileHeaderPromise(entry);
      // Tools that go through a zip from its beginning believe this name, not the directory's.
      if (fileName.toString() !== name) throw new Error(`its name is "${fileName}" in another place`);
      yield* upTo(await zip.openReadStreamPromise(entry), most);
    },
    close: () => zip.close(),
  };
}
