import { currentConsole } from '#lib/console/current-console.ts';
import { readWhole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { readEvents } from '#lib/runs/read-events.ts';
import { runEvents } from '#lib/stream/run-events.ts';
import { type Message, sseResponse } from '#lib/stream/sse.ts';

/** What a browser says of itself when it connects again; it is not the reader's to mend. */
function lastSeen(headers: Headers): number | undefined {
  const id = headers.get('last-event-id') ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

async function* messages(runId: string, after: number, signal: AbortSignal): AsyncGenerator<Message> {
  for await (const item of runEvents(currentConsole(), runId, after, signal)) {
    if (item.kind === 'quiet') yield { comment: 'quiet' };
    if (item.kind === 'end') yield { event: 'end', data: '{}' };
    if (item.kind === 'events') for (const event of item.events) yield { id: event.seq, data: JSON.stringify(event) };
  }
}

export const GET = route({}, async ({ request, params, query }) => {
  const after = readWhole(query, 'after');
  if (request.headers.get('accept')?.includes('text/event-stream')) {
    await readEvents(currentConsole(), params.runId, { limit: 1 });
    return sseResponse(currentConsole(), request, (signal) =>
      messages(params.runId, lastSeen(request.headers) ?? after ?? 0, signal),
    );
  }
  return readEvents(currentConsole(), params.runId, {
    after,
    before: readWhole(query, 'before'),
    limit: readWhole(query, 'limit', { least: 1 }),
  });
});
