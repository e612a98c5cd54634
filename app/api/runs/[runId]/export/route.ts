import { Readable } from 'node:stream';
import { AppError } from '#lib/errors.ts';
import { exportRecord } from '#lib/export/export-record.ts';
import { recordNames } from '#lib/export/records/index.ts';
import { contentDisposition } from '#lib/http/artifact-response.ts';
import { choice } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { auditEntry } from '#lib/people/audit/audit-entry.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'One record of a run, as one of the systems that people come from would have kept it',
    query: { as: choice(recordNames) },
    answers: { 200: 'application/octet-stream' },
    errors: ['not_found', 'bad_request'],
  },
  async ({ house, actor, params, query: { as } }) => {
    if (as === undefined) throw new AppError('bad_request', `Say which record: ?as=${recordNames.join(', ')}`);
    const { name, type, stream } = await exportRecord(house, params.runId, as);
    await house.store.recordAudit(auditEntry(actor, 'run.exported', params.runId, { as }));
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>, {
      headers: { 'content-type': type, 'content-disposition': contentDisposition('attachment', name) },
    });
  },
);
