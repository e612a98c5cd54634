import { route } from '#lib/http/route.ts';
import { readRun } from '#lib/runs/read-run.ts';
import { runVerbs } from '#lib/runs/verbs.ts';
import { runDetail } from '#lib/runs/views.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'One run with its nodes, gates and state',
    answers: { 200: runDetail },
    errors: ['not_found'],
  },
  async ({ house, params }) => ({ status: 200, body: await readRun(house, params.runId) }),
);

const { may, summary, act } = runVerbs.delete;

export const DELETE = route(
  { may, summary, answers: { 204: null }, errors: ['not_found', 'run_not_ended'] },
  async ({ house, params, actor }) => {
    await act(house, { runId: params.runId, actor });
    return { status: 204 };
  },
);
