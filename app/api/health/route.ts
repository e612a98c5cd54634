import { z } from 'zod';
import { route } from '#lib/http/route.ts';

export const GET = route(
  { may: 'anyone', summary: 'Answers while the process lives', answers: { 200: z.object({ ok: z.literal(true) }) } },
  () => ({ ok: true }),
);
