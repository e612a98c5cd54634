import { Readable } from 'node:stream';
import { bundleOf } from '#lib/export/bundle.ts';
import { contentDisposition } from '#lib/http/artifact-response.ts';
import { route } from '#lib/http/route.ts';
import { auditEntry } from '#lib/people/audit/audit-entry.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'Everything about a run as one zip',
    answers: { 200: 'application/zip' },
    errors: ['not_found'],
  },
  async ({ house, actor, params }) => {
    const { name, stream } = await bundleOf(house, params.runId);
    await house.store.recordAudit(auditEntry(actor, 'run.exported', params.runId, { as: 'bundle' }));
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>, {
      headers: { 'content-type': 'application/zip', 'content-disposition': contentDisposition('attachment', name) },
    });
  },
);
