import { route } from '#lib/http/route.ts';
import { findStuckRuns } from '#lib/runs/stuck-runs.ts';

export const GET = route({}, async () => ({ runs: await findStuckRuns() }));
