// The body of an answer as text: decompressed up to a limit, so that a small bomb stays small, and decoded as the
// answer says, or as the page itself says, or as UTF-8.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip } from 'node:zlib';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';

const sniffed = 1024;

/** Null when it is longer than the limit. */
export async function readPage(answer: IncomingMessage, most: number): Promise<string | null> {
  const bytes = await bytesOf(decompressed(answer), most);
  if (bytes === null) return null;
  const type = answer.headers['content-type'] ?? '';
  const decoder = decoderOf(type, bytes);
  const isBinary = /^(image|audio|video|font)\//i.test(type) && !/^image\/svg/i.test(type);
  if (isBinary || (decoder.encoding.startsWith('utf-8') && bytes.subarray(0, sniffed).includes(0))) {
    throw new ClientFailure('fetch_failed', `The answer is not text (${type || 'no type is given'})`);
  }
  return decoder.decode(bytes);
}

function decompressed(answer: IncomingMessage): Readable {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  // What ends early is still read as far as it goes.
  const through = (stream: ReturnType<typeof createGunzip>) => {
    answer.on('error', (error) => stream.destroy(error));
    return answer.pipe(stream);
  };
  switch (encoding) {
    case 'identity':
      return answer;
    case 'gzip':
      return through(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }));
    case 'br':
      return through(createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }));
    default:
      throw new ClientFailure('fetch_failed', `The answer is compressed as "${encoding}", which nobody asked for`);
  }
}

async function bytesOf(stream: Readable, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) return null;
  }
  return Buffer.concat(chunks);
}

function decoderOf(type: string, bytes: Buffer): TextDecoder {
  const said = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1];
  const head = bytes.subarray(0, sniffed).toString('latin1');
  const written = /html|xml/i.test(type)
    ? /<meta[^>]+charset\s*=\s*["']?([^\s"'/>;]+)|^<\?xml[^>]+encoding\s*=\s*["']([^"']+)/i.exec(head)
    : null;
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
  for (const label of [marked, said, written?.[1] ?? written?.[2]]) {
    try {
      if (label) return new TextDecoder(label);
    } catch {
      // Nobody knows a charset of this name; the next guess counts.
    }
  }
  return new TextDecoder('utf-8');
}
