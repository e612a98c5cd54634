import { route } from '#lib/http/route.ts';
import { readBulk, stopBulk } from '#lib/runs/bulk/bulk-act.ts';
import { bulkAct } from '#lib/runs/views.ts';

export const GET = route(
  {
    may: 'control_run',
    summary: 'How far something is that you asked for many runs, and what was refused',
    answers: { 200: bulkAct },
    errors: ['not_found'],
  },
  ({ house, params: { actId }, actor }) => readBulk(house, actId, actor),
);

export const DELETE = route(
  {
    may: 'control_run',
    summary: 'Begins nothing more of something that you asked for many runs',
    answers: { 200: bulkAct },
    errors: ['not_found'],
  },
  ({ house, params: { actId }, actor }) => stopBulk(house, actId, actor),
);
