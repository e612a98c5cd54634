import { route } from '#lib/http/route.ts';
import { readFigures } from '#lib/runs/lists/figures.ts';
import { runFigures } from '#lib/runs/views.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'All runs that you may see in a few figures, some seconds old at most',
    answers: { 200: runFigures },
  },
  ({ house, actor }) => readFigures(house, actor),
);
