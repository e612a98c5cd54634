import { currentConsole } from '#lib/console/current-console.ts';
import { route } from '#lib/http/route.ts';
import { listWorkflows } from '#lib/runs/read-workflows.ts';

export const GET = route({}, async () => ({ workflows: await listWorkflows(currentConsole()) }));
