import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { readPublicKeys } from '#lib/people/audit/kept-keys.ts';
import { publicKeyView } from '#lib/receipts/public-keys.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'The public keys that answers, bundles and the audit log are signed with, the newest last',
    answers: { 200: z.object({ keys: z.array(publicKeyView) }) },
  },
  async ({ house }) => ({ keys: await readPublicKeys(house) }),
);
