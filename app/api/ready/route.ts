import { currentConsole } from '#lib/console/current-console.ts';
import { route } from '#lib/http/route.ts';
import { readHealth } from '#lib/runs/upkeep/console-health.ts';

/** What is wrong is told to those who are signed in; whether something is, to everybody. */
export const GET = route({ auth: 'none' }, async ({ principal }) => {
  const health = await readHealth(currentConsole());
  return { status: health.ok ? 200 : 503, body: principal ? health : { ok: health.ok } };
});
