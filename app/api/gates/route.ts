import { z } from 'zod';
import { AppError } from '#lib/errors.ts';
import { choice, text, whole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { inboxViews, listGates, listOpenGates } from '#lib/runs/gates/list-gates.ts';
import { inboxGate } from '#lib/runs/views.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'Gates of all runs, the newest first, page by page',
    query: {
      status: choice(['open', 'answered', 'closed']),
      show: choice(inboxViews),
      cursor: text({ most: 300 }),
      limit: whole({ least: 1, most: 200 }),
    },
    answers: { 200: z.object({ gates: z.array(inboxGate), next: z.string().nullable() }) },
  },
  ({ house, query: { show, ...query }, actor }) => {
    if (show === undefined) return listGates(house, query, actor);
    if ((query.status ?? 'open') !== 'open') {
      throw new AppError('bad_request', `show=${show} is about open gates; leave "status" out or say open.`);
    }
    return listOpenGates(house, { ...query, show, actor });
  },
);
