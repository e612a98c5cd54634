// An async generator as a server-sent event stream. Never compressed or transformed; ends when the reader leaves or stops
// reading, when the generator ends, or when the console shuts down. A slow reader holds its generator back, not our memory.
// Nobody can take all the places: each person has a share of them, and who does not read loses theirs.
import type { Needs } from '../console/console.ts';
import { AppError } from '../errors.ts';

export type Message = { id?: number; event?: string; data?: string; comment?: string };

/** Who reads: whose share it takes, as whom, and the hash of the session or of the personal token that let them in. */
export type Reader = { person: string; standing: string; session: string | null; token: string | null };
export type Stream = Reader & {
  /** Since when something is given and not taken, by the clock of `performance`. */
  unreadSince: number | null;
  end(): void;
  /** For a reader who does not read, and so would not learn of the end. */
  cutOff(): void;
};

const mostStreams = 500;
const mostForOne = 300;

function encode({ id, event, data, comment }: Message): string {
  if (comment !== undefined) return `: ${comment}\n\n`;
  return `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}data: ${data ?? ''}\n\n`;
}

function assertPlace(house: Needs<'streams'>, person: string): void {
  const open = [...house.streams];
  if (open.length >= mostStreams) {
    throw new AppError(
      'unavailable',
      `The console already serves ${mostStreams} live streams; close some pages and try again`,
    );
  }
  if (open.filter((stream) => stream.person === person).length < mostForOne) return;
  throw new AppError(
    'too_many_requests',
    `You already read ${mostForOne} live streams; close some pages or programs and try again`,
  );
}

/** `start` gets a signal that is aborted when the stream must end, for whatever reason. */
export function sseResponse(
  house: Needs<'streams'>,
  request: Request,
  reader: Reader,
  start: (signal: AbortSignal) => AsyncGenerator<Message>,
): Response {
  assertPlace(house, reader.person);
  const controller = new AbortController();
  const finish = () => controller.abort();
  const stream: Stream = { ...reader, unreadSince: null, end: finish, cutOff: finish };
  house.streams.add(stream);
  request.signal.addEventListener('abort', finish, { once: true });
  const messages = start(controller.signal);
  // At once, not at the next read: a reader who stalls and leaves never reads again.
  controller.signal.addEventListener('abort', () => {
    house.streams.delete(stream);
    request.signal.removeEventListener('abort', finish);
    messages.return(undefined).catch(() => {});
  });
  if (request.signal.aborted) finish();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(body) {
      give(body, `${encode({ comment: 'open' })}retry: 1000\n\n`);
      stream.cutOff = () => {
        finish();
        body.error(new Error('The reader of a live stream did not read.'));
      };
    },
    async pull(body) {
      stream.unreadSince = null;
      const next = await messages.next().catch((error) => {
        finish();
        throw error;
      });
      if (!next.done) return give(body, encode(next.value));
      finish();
      body.close();
    },
    cancel: finish,
  });
  /** The next pull is the sign that it was taken. */
  function give(body: ReadableStreamDefaultController<Uint8Array>, text: string): void {
    stream.unreadSince = performance.now();
    body.enqueue(encoder.encode(text));
  }
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-store, no-transform',
      'content-encoding': 'none',
      'x-accel-buffering': 'no',
    },
  });
}

export function openStreamCount(house: Needs<'streams'>): number {
  return house.streams.size;
}

export function closeAllStreams(house: Needs<'streams'>): void {
  for (const stream of house.streams) stream.end();
}
