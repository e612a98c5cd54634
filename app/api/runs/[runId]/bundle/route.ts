import { Readable } from 'node:stream';
import { currentConsole } from '#lib/console/current-console.ts';
import { bundleOf } from '#lib/export/bundle.ts';
import { contentDisposition } from '#lib/http/artifact-response.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({}, async ({ params }) => {
  const { name, stream } = await bundleOf(currentConsole(), params.runId);
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: { 'content-type': 'application/zip', 'content-disposition': contentDisposition('attachment', name) },
  });
});
