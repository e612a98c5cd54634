// One output stream of a process: every byte goes to the file, decoded text goes to the listener, and it is kept up to a limit.
// Secrets are taken out of the bytes first, so that none of the three has them.
// The file sets the pace: a program that writes faster than the disk waits, memory does not grow.
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { ByteRedactor } from '../../secrets/run-secrets.ts';
import { whileScarce } from '../while-scarce.ts';

const quietMilliseconds = 1000;

export type Captured = { text: string; isTruncated: boolean };
export type Capture = {
  done: Promise<Captured>;
  /** Stops waiting for more once the stream has been quiet: a process that left the group may hold it open for ever. */
  releaseWhenQuiet(): void;
};

/** Kept in memory; and what ends the program when it prints more. */
export type Bounds = { keptBytes: number; most: number; tooMuch(): Error };

export function captureOutput(
  source: Readable,
  file: string,
  onText: (text: string) => void,
  { keptBytes, most, tooMuch }: Bounds,
  redactor: ByteRedactor | null = null,
): Capture {
  let activity = 0;
  // Until there is a file to write to, a stream that is quiet is not at its end.
  let isWriting = true;
  let isDone = false;
  let quiet: NodeJS.Timeout | undefined;
  // Reading begins at once: when a process exits, Node drains and discards a stream that nobody reads yet.
  const chunks = (source as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const first = chunks.next();
  first.catch(() => {});

  async function copy(): Promise<Captured> {
    const decoder = new StringDecoder('utf8');
    const kept: Buffer[] = [];
    let size = 0;
    // One attempt may run several programs; the file has the output of them all.
    const handle = await whileScarce(() => open(file, 'a'));
    isWriting = false;
    const emit = (text: string) => {
      if (text !== '') onText(text);
    };
    const take = async (chunk: Buffer) => {
      if (size < keptBytes) kept.push(chunk.subarray(0, keptBytes - size));
      size += chunk.length;
      if (size > most) throw tooMuch();
      emit(decoder.write(chunk));
      await handle.writeFile(chunk);
    };
    const takeAll = async () => {
      for (let next = await first; !next.done; next = await chunks.next()) {
        activity += 1;
        isWriting = true;
        await take(redactor?.push(next.value) ?? next.value);
        isWriting = false;
      }
    };
    try {
      await takeAll().catch((error) => {
        if (!isRelease(error)) throw error;
      });
      if (redactor) await take(redactor.rest());
    } finally {
      isDone = true;
      clearInterval(quiet);
      await handle.close();
    }
    emit(decoder.end());
    return { text: beginning(Buffer.concat(kept), size > keptBytes), isTruncated: size > keptBytes };
  }

  function releaseWhenQuiet(): void {
    if (isDone) return;
    let seen = activity;
    quiet = setInterval(() => {
      // The poll phase runs between timer and immediate: after a busy spell, what waits in the pipe is seen first.
      setImmediate(() => {
        if (activity === seen && !isWriting) source.destroy();
        seen = activity;
      });
    }, quietMilliseconds);
  }

  return { done: copy(), releaseWhenQuiet };
}

function isRelease(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** A character cut by the limit is left out; one that the program itself left incomplete is shown as such. */
export function beginning(kept: Buffer, isCut: boolean): string {
  const decoder = new StringDecoder('utf8');
  const text = decoder.write(kept);
  return isCut ? text : text + decoder.end();
}
