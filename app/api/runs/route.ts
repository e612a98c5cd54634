import { z } from 'zod';
import { AppError } from '#lib/errors.ts';
import { text, texts, whole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { listRuns } from '#lib/runs/list-runs.ts';
import { startRun } from '#lib/runs/start-run.ts';
import { runSummary } from '#lib/runs/views.ts';
import { runsQuery } from './runs-query.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'Runs, the newest first, page by page',
    query: {
      ...runsQuery,
      inputs: texts({ most: 20 }).describe('Which inputs of each run are told'),
      cursor: text({ most: 200 }),
      limit: whole({ least: 1, most: 200 }),
    },
    answers: { 200: z.object({ runs: z.array(runSummary), next: z.string().nullable() }) },
  },
  ({ house, query, actor }) => listRuns(house, query, actor),
);

const body = z
  .strictObject({
    workflow: z.string().optional(),
    source: z.string().optional(),
    inputs: z.record(z.string(), z.unknown()).default({}),
    options: z.strictObject({}).optional(),
  })
  .refine(({ workflow, source }) => (workflow === undefined) !== (source === undefined), {
    message: 'give either "workflow" (a file’s stem) or "source" (the YAML text)',
  });

export const POST = route(
  {
    may: 'start_run',
    summary: 'Starts a run of a workflow file or of a text; a repeated Idempotency-Key starts nothing new',
    body,
    // Bounded by GATEHOUSE_MAX_BODY where requests come in.
    maxBytes: Infinity,
    answers: { 201: z.object({ id: z.string() }) },
    errors: ['not_found', 'conflict', 'invalid_workflow', 'invalid_inputs', 'requirements_failed'],
  },
  async ({ house, body: { workflow, source, inputs }, actor, request }) => {
    const key = request.headers.get('idempotency-key');
    if (key && key.length > 255) throw new AppError('bad_request', 'The Idempotency-Key is longer than 255 characters');
    const idempotencyKey = key ? `${actor.name}:${key}` : null;
    const { id } = await startRun(house, { workflow, source, inputs, actor, idempotencyKey });
    return { status: 201, body: { id }, headers: { location: `/api/runs/${id}` } };
  },
);
