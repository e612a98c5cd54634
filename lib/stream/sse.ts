// An async generator as a server-sent event stream. Never compressed or transformed; ends when the reader leaves, when
// the generator ends, or when the console shuts down. A slow reader holds its generator back, not our memory.
import type { Needs } from '../console/console.ts';
import { AppError } from '../errors.ts';

export type Message = { id?: number; event?: string; data?: string; comment?: string };

const mostStreams = 500;

function encode({ id, event, data, comment }: Message): string {
  if (comment !== undefined) return `: ${comment}\n\n`;
  return `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}data: ${data ?? ''}\n\n`;
}

/** `start` gets a signal that is aborted when the stream must end, for whatever reason. */
export function sseResponse(
  house: Needs<'streams'>,
  request: Request,
  start: (signal: AbortSignal) => AsyncGenerator<Message>,
): Response {
  if (house.streams.size >= mostStreams) {
    throw new AppError(
      'unavailable',
      `The console already serves ${mostStreams} live streams; close some pages and try again`,
    );
  }
  const controller = new AbortController();
  const finish = () => controller.abort();
  house.streams.add(controller);
  request.signal.addEventListener('abort', finish, { once: true });
  const messages = start(controller.signal);
  // At once, not at the next read: a reader who stalls and leaves never reads again.
  controller.signal.addEventListener('abort', () => {
    house.streams.delete(controller);
    request.signal.removeEventListener('abort', finish);
    messages.return(undefined).catch(() => {});
  });
  if (request.signal.aborted) finish();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(encoder.encode(encode({ comment: 'open' }) + 'retry: 1000\n\n')),
    async pull(stream) {
      const next = await messages.next().catch((error) => {
        finish();
        throw error;
      });
      if (!next.done) return stream.enqueue(encoder.encode(encode(next.value)));
      finish();
      stream.close();
    },
    cancel: finish,
  });
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
  for (const controller of house.streams) controller.abort();
}
