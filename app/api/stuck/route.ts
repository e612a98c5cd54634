import { currentConsole } from '#lib/console/current-console.ts';
import { route } from '#lib/http/route.ts';
import { findStuckRuns } from '#lib/runs/upkeep/stuck-runs.ts';

export const GET = route({}, async () => ({ runs: await findStuckRuns(currentConsole()) }));
