import { route } from '#lib/http/route.ts';
import { readEvents } from '#lib/runs/read-events.ts';
import { runEvents } from '#lib/stream/run-events.ts';
import { type Message, sseResponse } from '#lib/stream/sse.ts';

function whole(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

async function* messages(runId: string, after: number, signal: AbortSignal): AsyncGenerator<Message> {
  for await (const item of runEvents(runId, after, signal)) {
    if (item.kind === 'quiet') yield { comment: 'quiet' };
    if (item.kind === 'end') yield { event: 'end', data: '{}' };
    if (item.kind === 'events') for (const event of item.events) yield { id: event.seq, data: JSON.stringify(event) };
  }
}

export const GET = route({}, async ({ request, params, query }) => {
  const after = whole(request.headers.get('last-event-id')) ?? whole(query.get('after'));
  if (request.headers.get('accept')?.includes('text/event-stream')) {
    await readEvents(params.runId, { limit: 1 });
    return sseResponse(request, (signal) => messages(params.runId, after ?? 0, signal));
  }
  return readEvents(params.runId, {
    after: whole(query.get('after')),
    before: whole(query.get('before')),
    limit: whole(query.get('limit')),
  });
});
