import { z } from 'zod';
import { currentConsole } from '#lib/console/current-console.ts';
import { runStatuses } from '#lib/engine/state.ts';
import { AppError } from '#lib/errors.ts';
import { readChoices, readSwitch, readText, readWhole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { listRuns } from '#lib/runs/list-runs.ts';
import { startRun } from '#lib/runs/start-run.ts';

export const GET = route({}, ({ query }) => {
  const given = {
    status: readChoices(query, 'status', runStatuses),
    workflow: readText(query, 'workflow', { most: 200 }),
    q: readText(query, 'q', { most: 200 }),
    cursor: readText(query, 'cursor', { most: 200 }),
    archived: readSwitch(query, 'archived'),
    limit: readWhole(query, 'limit', { least: 1, most: 200 }),
  };
  return listRuns(currentConsole(), given);
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

/** Room for three of the largest files; base64 makes three bytes four. */
const maxBytes = 42 * 1024 * 1024;

export const POST = route({ body, maxBytes }, async ({ body: { workflow, source, inputs }, principal, request }) => {
  const key = request.headers.get('idempotency-key');
  if (key && key.length > 255) throw new AppError('bad_request', 'The Idempotency-Key is longer than 255 characters');
  const { id } = await startRun(currentConsole(), {
    ...(workflow === undefined ? {} : { workflow }),
    ...(source === undefined ? {} : { source }),
    inputs: inputs ?? {},
    startedBy: principal.name,
    idempotencyKey: key ? `${principal.name}:${key}` : null,
  });
  return { status: 201, body: { id }, headers: { location: `/api/runs/${id}` } };
});
