import { currentConsole } from '#lib/console/current-console.ts';
import { route } from '#lib/http/route.ts';
import { loadWorkflowSafely } from '#lib/runs/work/load-safely.ts';
import { inFile } from '#lib/workflow/problems/problem.ts';
import { sourceLimits } from '#lib/workflow/source/source-limits.ts';

export const POST = route({ body: 'text', maxBytes: sourceLimits.bytes }, async ({ body }) => {
  const { graph, problems, format, name, nodes } = await loadWorkflowSafely(currentConsole(), body);
  return { ok: graph !== null, format, name, nodes, problems: inFile('source', problems) };
});
