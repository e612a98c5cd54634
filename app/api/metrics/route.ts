import { currentConsole } from '#lib/console/current-console.ts';
import { route } from '#lib/http/route.ts';
import { metricsType, readMetrics } from '#lib/runs/upkeep/read-metrics.ts';

export const GET = route(
  {},
  async () => new Response(await readMetrics(currentConsole()), { headers: { 'Content-Type': metricsType } }),
);
