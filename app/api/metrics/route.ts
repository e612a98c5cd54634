import { route } from '#lib/http/route.ts';
import { metricsType, readMetrics } from '#lib/runs/upkeep/read-metrics.ts';

export const GET = route(
  { may: 'see', summary: 'What a monitor reads, as Prometheus text', answers: { 200: 'text/plain' } },
  async ({ house }) => new Response(await readMetrics(house), { headers: { 'Content-Type': metricsType } }),
);
