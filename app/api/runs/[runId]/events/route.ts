import { z } from 'zod';
import type { Console } from '#lib/console/console.ts';
import { runEvent } from '#lib/engine/events.ts';
import { onOff, text, whole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { streamReader } from '#lib/people/stream-reader.ts';
import { readEvents } from '#lib/runs/read-events.ts';
import { searchEvents } from '#lib/runs/search-events.ts';
import { runEvents } from '#lib/stream/run-events.ts';
import { type Message, sseResponse } from '#lib/stream/sse.ts';

/** What a browser says of itself when it connects again; it is not the reader's to mend. */
function lastSeen(headers: Headers): number | undefined {
  const id = headers.get('last-event-id') ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

async function* messages(house: Console, runId: string, after: number, signal: AbortSignal): AsyncGenerator<Message> {
  for await (const item of runEvents(house, runId, after, signal)) {
    if (item.kind === 'quiet') yield { comment: 'quiet' };
    if (item.kind === 'end') yield { event: 'end', data: '{}' };
    if (item.kind === 'events') for (const event of item.events) yield { id: event.seq, data: JSON.stringify(event) };
  }
}

export const GET = route(
  {
    may: 'see',
    summary: 'The events of a run, page by page; live with Accept: text/event-stream',
    query: {
      after: whole(),
      before: whole(),
      limit: whole({ least: 1 }),
      node: text({ most: 200 }),
      visit: whole(),
      q: text({ most: 200 }).describe('Only those that say this'),
      errors: onOff().describe('Only what went wrong'),
    },
    answers: {
      200: z.object({
        events: z.array(runEvent.meta({ id: 'Event' })),
        next: z.number().nullable(),
        count: z
          .number()
          .nullable()
          .optional()
          .describe('With `q` or `errors` and no range: how many there are in all'),
        up_to: z.number().optional().describe('With `q` or `errors`: the last event that was looked at'),
      }),
    },
    errors: ['not_found'],
  },
  async ({ house, request, actor, params: { runId }, query }) => {
    if (!request.headers.get('accept')?.includes('text/event-stream')) {
      const { q = '', errors = false, ...range } = query;
      if (q === '' && !errors) return readEvents(house, runId, range);
      return searchEvents(house, runId, { ...range, text: q, errorsOnly: errors });
    }
    await readEvents(house, runId, { limit: 1 });
    const after = lastSeen(request.headers) ?? query.after ?? 0;
    const reader = streamReader(house, request.headers, actor);
    return sseResponse(house, request, reader, (signal) => messages(house, runId, after, signal));
  },
);
