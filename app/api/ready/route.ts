import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { readHealth } from '#lib/runs/upkeep/console-health.ts';
import { health } from '#lib/runs/views.ts';

const answer = z.union([health, z.object({ ok: z.boolean() })]);

/** What is wrong is told to those who are signed in; whether something is, to everybody. */
export const GET = route(
  {
    may: 'anyone',
    summary: 'Whether database, files and disk take what is written; what is wrong only after signing in',
    answers: { 200: answer, 503: answer },
  },
  async ({ house, actor }) => {
    const found = await readHealth(house);
    return { status: found.ok ? 200 : 503, body: actor ? found : { ok: found.ok } };
  },
);
