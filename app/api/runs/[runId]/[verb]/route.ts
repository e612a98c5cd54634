import { z } from 'zod';
import type { Console } from '#lib/console/console.ts';
import { AppError } from '#lib/errors.ts';
import { readSwitch } from '#lib/http/query.ts';
import { checkFields } from '#lib/http/read-body.ts';
import { route } from '#lib/http/route.ts';
import { archiveRun, unarchiveRun } from '#lib/runs/archive-run.ts';
import { cancelRun } from '#lib/runs/cancel-run.ts';
import { forkRun, planFork } from '#lib/runs/fork-run.ts';
import { pauseRun } from '#lib/runs/pause-run.ts';
import { planRestart, restartRun } from '#lib/runs/restart-run.ts';
import { resumeRun } from '#lib/runs/resume-run.ts';
import { planRollback, rollbackRun } from '#lib/runs/rollback-run.ts';
import { runAgain } from '#lib/runs/run-again.ts';

type Who = { runId: string; by: string; via: string };

type Act<Fields extends z.ZodType> = (house: Console, request: Who & z.infer<Fields>) => Promise<object>;

/** Checks what was sent, then acts, or only plans. */
function verb<Fields extends z.ZodObject>(fields: Fields, act: Act<Fields>, plan?: Act<Fields>) {
  return async (house: Console, who: Who, body: unknown, isPlan: boolean): Promise<object> => {
    const request = { ...checkFields(fields, body), ...who };
    if (!isPlan) return act(house, request);
    if (!plan) throw new AppError('bad_request', 'Only rollback, restart and fork have a plan; nothing was done');
    return plan(house, request);
  };
}

const nothing = z.object({});
const verbs = {
  pause: verb(z.strictObject({ now: z.boolean().optional() }), pauseRun),
  resume: verb(nothing, resumeRun),
  cancel: verb(nothing, cancelRun),
  again: verb(z.strictObject({ inputs: z.record(z.string(), z.unknown()).optional() }), runAgain),
  archive: verb(nothing, archiveRun),
  unarchive: verb(nothing, unarchiveRun),
  rollback: verb(z.strictObject({ checkpoint: z.string() }), rollbackRun, planRollback),
  restart: verb(z.strictObject({ node: z.string() }), restartRun, planRestart),
  fork: verb(z.strictObject({ at: z.number().int().positive() }), forkRun, planFork),
} as const;

const creates = new Set(['again', 'fork']);

export const POST = route({ body: z.unknown() }, async ({ house, params, principal, body, query }) => {
  const { verb: name, runId } = params;
  if (!Object.hasOwn(verbs, name)) {
    throw new AppError('not_found', `A run has no "${name}"; use one of ${Object.keys(verbs).join(', ')}`);
  }
  const isPlan = readSwitch(query, 'plan') ?? false;
  const result = await verbs[name as keyof typeof verbs](
    house,
    { runId, by: principal.name, via: 'api' },
    body,
    isPlan,
  );
  return { status: creates.has(name) && !isPlan ? 201 : 200, body: result };
});
