import { route } from '#lib/http/route.ts';
import { loadWorkflow } from '#lib/workflow/load.ts';
import { sourceLimits } from '#lib/workflow/source-limits.ts';

export const POST = route({ body: 'text', maxBytes: sourceLimits.bytes }, ({ body }) => {
  const { graph, problems, format, name, nodes } = loadWorkflow(body);
  return { ok: graph !== null, format, name, nodes, problems };
});
