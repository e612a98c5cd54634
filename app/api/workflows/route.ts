import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { listWorkflows } from '#lib/runs/read-workflows.ts';
import { workflowSummary } from '#lib/runs/views.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'The workflow files, with their problems',
    answers: { 200: z.object({ workflows: z.array(workflowSummary) }) },
  },
  async ({ house, actor }) => ({ workflows: await listWorkflows(house, actor) }),
);
