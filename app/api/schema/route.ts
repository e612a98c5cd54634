import { route } from '#lib/http/route.ts';
import { workflowJsonSchema } from '#lib/workflow/json-schema.ts';

export const GET = route(
  { may: 'see', summary: 'The language of workflows as a JSON Schema', answers: { 200: 'application/schema+json' } },
  () => ({ status: 200, body: workflowJsonSchema(), headers: { 'content-type': 'application/schema+json' } }),
);
