import { currentConsole } from '#lib/console/current-console.ts';
import { route } from '#lib/http/route.ts';
import { readWorkflow } from '#lib/runs/read-workflows.ts';
import { saveWorkflow } from '#lib/runs/save-workflow.ts';
import { sourceLimits } from '#lib/workflow/source/source-limits.ts';

export const GET = route({}, async ({ params }) => {
  const workflow = await readWorkflow(currentConsole(), params.name);
  return { status: 200, body: workflow, headers: { etag: `"${workflow.etag}"` } };
});

export const PUT = route({ body: 'text', maxBytes: sourceLimits.bytes }, async ({ params, body, request }) => {
  const workflow = await saveWorkflow(currentConsole(), params.name, body, request.headers.get('if-match'));
  return { status: 200, body: workflow, headers: { etag: `"${workflow.etag}"` } };
});
