import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { checkWorkflow } from '#lib/runs/read-workflows.ts';
import { inFile, problemSchema } from '#lib/workflow/problems/problem.ts';
import { sourceLimits } from '#lib/workflow/source/source-limits.ts';

export const POST = route(
  {
    may: 'see',
    summary: 'Checks the text of a workflow and runs nothing',
    body: 'text',
    maxBytes: sourceLimits.bytes,
    answers: {
      200: z.object({
        ok: z.boolean().describe('No problem is an error'),
        format: z.string(),
        name: z.string().nullable(),
        nodes: z.number(),
        problems: z.array(problemSchema),
      }),
    },
  },
  async ({ house, body }) => {
    const { graph, problems, format, name, nodes } = await checkWorkflow(house, body);
    return { ok: graph !== null, format, name, nodes, problems: inFile('source', problems) };
  },
);
