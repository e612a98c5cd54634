import { currentConsole } from '#lib/console/current-console.ts';
import { route } from '#lib/http/route.ts';
import { changes } from '#lib/stream/changes.ts';
import { type Message, sseResponse } from '#lib/stream/sse.ts';

async function* messages(signal: AbortSignal): AsyncGenerator<Message> {
  for await (const change of changes(currentConsole(), signal)) {
    yield change.kind === 'quiet'
      ? { comment: 'quiet' }
      : { event: 'changed', data: JSON.stringify({ runs: change.runs, workflows: change.workflows }) };
  }
}

export const GET = route({}, ({ request }) => sseResponse(currentConsole(), request, messages));
