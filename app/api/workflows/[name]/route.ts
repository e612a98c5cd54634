import { route } from '#lib/http/route.ts';
import { readWorkflow } from '#lib/runs/read-workflows.ts';
import { saveWorkflow } from '#lib/runs/save-workflow.ts';
import { workflowDetail } from '#lib/runs/views.ts';
import { sourceLimits } from '#lib/workflow/source/source-limits.ts';

const answers = { 200: workflowDetail };

export const GET = route(
  { may: 'see', summary: 'One workflow: its text, graph, inputs and problems', answers, errors: ['not_found'] },
  async ({ house, params, actor }) => {
    const workflow = await readWorkflow(house, params.name, actor);
    return { status: 200, body: workflow, headers: { etag: `"${workflow.etag}"` } };
  },
);

export const PUT = route(
  {
    may: 'edit_workflow',
    summary:
      'Saves a workflow file; over an existing one with its ETag as If-Match, only a new one with If-None-Match: *',
    body: 'text',
    maxBytes: sourceLimits.bytes,
    answers,
    errors: ['wrong_version', 'conflict', 'invalid_workflow'],
  },
  async ({ house, params, body, request, actor }) => {
    const ifMatch = request.headers.get('if-match');
    const isNew = request.headers.get('if-none-match') === '*';
    const workflow = await saveWorkflow(house, { workflow: params.name, source: body, ifMatch, isNew, actor });
    return { status: 200, body: workflow, headers: { etag: `"${workflow.etag}"` } };
  },
);
