import type { Console } from '#lib/console/console.ts';
import { route } from '#lib/http/route.ts';
import { visibleRuns } from '#lib/people/access.ts';
import type { Actor } from '#lib/people/actor.ts';
import { streamReader } from '#lib/people/stream-reader.ts';
import { changes } from '#lib/stream/changes.ts';
import { type Message, sseResponse } from '#lib/stream/sse.ts';

async function* messages(house: Console, actor: Actor, signal: AbortSignal): AsyncGenerator<Message> {
  for await (const change of changes(house, signal)) {
    yield change.kind === 'quiet'
      ? { comment: 'quiet' }
      : {
          event: 'changed',
          data: JSON.stringify({
            runs: await visibleRuns(house, actor, change.runs),
            workflows: change.workflows,
            trouble: change.trouble,
          }),
        };
  }
}

export const GET = route(
  { may: 'see', summary: 'What has changed anywhere, live and without data', answers: { 200: 'text/event-stream' } },
  ({ house, request, actor }) =>
    sseResponse(house, request, streamReader(house, request.headers, actor), (signal) =>
      messages(house, actor, signal),
    ),
);
