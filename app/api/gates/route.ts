import { z } from 'zod';
import { AppError } from '#lib/errors.ts';
import { choice, onOff, text, whole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { countGates, inboxViews, listGates } from '#lib/runs/gates/list-gates.ts';
import { gateCounts, inboxGate } from '#lib/runs/views.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'Gates of all runs, the newest first, page by page, and how many are open',
    query: {
      status: choice(['open', 'answered', 'closed']),
      show: choice(inboxViews).describe(
        'Open ones that ask you; open ones that wait too long; answered ones in the order of their answers',
      ),
      q: text({ most: 200 }).describe(
        'Words that must all be in what a gate asks, of whom, or how it was answered, in its workflow, or begin its run’s id',
      ),
      workflow: text({ most: 200 }),
      brief: onOff().describe('Leaves out what each gate shows, which can be long'),
      cursor: text({ most: 300 }),
      limit: whole({ least: 1, most: 200 }),
    },
    answers: { 200: z.object({ gates: z.array(inboxGate), next: z.string().nullable(), counts: gateCounts }) },
  },
  async ({ house, query, actor }) => {
    const about = query.show && (query.show === 'answered' ? 'answered' : 'open');
    if (about !== undefined && (query.status ?? about) !== about) {
      throw new AppError('bad_request', `show=${query.show} is about ${about} gates; leave "status" out.`);
    }
    const [page, counts] = await Promise.all([listGates(house, query, actor), countGates(house, actor)]);
    return { ...page, counts };
  },
);
