import { route } from '#lib/http/route.ts';
import { workflowJsonSchema } from '#lib/workflow/json-schema.ts';

export const GET = route({}, () => ({
  status: 200,
  body: workflowJsonSchema(),
  headers: { 'content-type': 'application/schema+json' },
}));
