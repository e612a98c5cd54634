import { z } from 'zod';
import { runStatuses } from '#lib/engine/state.ts';
import { AppError } from '#lib/errors.ts';
import { route } from '#lib/http/route.ts';
import { listRuns } from '#lib/runs/list-runs.ts';
import { startRun } from '#lib/runs/start-run.ts';

const filter = z.object({
  status: z.array(z.enum(runStatuses)).optional(),
  workflow: z.string().optional(),
  q: z.string().max(200).optional(),
  cursor: z.string().max(200).optional(),
  archived: z.stringbool().optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});

export const GET = route({}, async ({ query }) => {
  const text = (name: string) => query.get(name)?.trim() || undefined;
  const status = query
    .getAll('status')
    .flatMap((value) => value.split(','))
    .filter(Boolean);
  const given = {
    status: status.length > 0 ? status : undefined,
    workflow: text('workflow'),
    q: text('q'),
    cursor: text('cursor'),
    archived: text('archived'),
    limit: text('limit'),
  };
  const parsed = filter.safeParse(given);
  if (!parsed.success) throw new AppError('bad_request', z.prettifyError(parsed.error));
  return listRuns(parsed.data);
});

const body = z
  .strictObject({
    workflow: z.string().optional(),
    source: z.string().optional(),
    inputs: z.record(z.string(), z.unknown()).optional(),
    options: z.strictObject({}).optional(),
  })
  .refine(({ workflow, source }) => (workflow === undefined) !== (source === undefined), {
    message: 'give either "workflow" (a file’s stem) or "source" (the YAML text)',
  });

export const POST = route({ body }, async ({ body: { workflow, source, inputs }, principal, request }) => {
  const key = request.headers.get('idempotency-key');
  if (key && key.length > 255) throw new AppError('bad_request', 'The Idempotency-Key is longer than 255 characters');
  const { id } = await startRun({
    ...(workflow === undefined ? {} : { workflow }),
    ...(source === undefined ? {} : { source }),
    inputs: inputs ?? {},
    startedBy: principal.name,
    idempotencyKey: key ? `${principal.name}:${key}` : null,
  });
  return { status: 201, body: { id }, headers: { location: `/api/runs/${id}` } };
});
