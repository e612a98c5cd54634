import { Readable } from 'node:stream';
import { z } from 'zod';
import { AppError } from '#lib/errors.ts';
import { contentDisposition } from '#lib/http/artifact-response.ts';
import { choice, text, whole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { auditEntry } from '#lib/people/audit/audit-entry.ts';
import { auditEntryView, readAudit } from '#lib/people/audit/read-audit.ts';
import { auditLines } from '#lib/people/audit/read-chain.ts';

const jsonl = 'application/jsonl';
const word = text({ most: 200 });

async function* withEnds(lines: AsyncIterable<string>) {
  for await (const line of lines) yield `${line}\n`;
}

export const GET = route(
  {
    may: 'administer',
    summary: 'The audit log in the order of its chain, as pages; or whole, as lines of JSON that can be verified',
    query: {
      after: whole(),
      limit: whole({ least: 1, most: 1000 }),
      who: word,
      act: word,
      subject: word,
      from: word,
      to: word,
      as: choice(['json', 'jsonl']),
    },
    answers: { 200: z.object({ entries: z.array(auditEntryView), next: z.number().nullable() }) },
    errors: ['bad_request'],
  },
  async ({ house, actor, request, query: { as, after, limit, ...filter } }) => {
    if ((as ?? (request.headers.get('accept')?.includes(jsonl) ? 'jsonl' : 'json')) === 'json') {
      return readAudit(house, { after, limit, ...filter });
    }
    const [left] = Object.keys({ ...filter, ...(limit ? { limit } : {}) });
    if (left) {
      throw new AppError('bad_request', `Lines of JSON are the whole chain after a number; leave "${left}" out.`);
    }
    await house.store.recordAudit(auditEntry(actor, 'audit.exported', null, { after: after ?? 0 }));
    const stream = Readable.from(withEnds(auditLines(house, after)), { objectMode: false });
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>, {
      headers: { 'content-type': jsonl, 'content-disposition': contentDisposition('attachment', 'audit.jsonl') },
    });
  },
);
