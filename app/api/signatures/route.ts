import { z } from 'zod';
import { type RunEvent, runEvent } from '#lib/engine/events.ts';
import { route } from '#lib/http/route.ts';
import { readPublicKeys } from '#lib/people/audit/kept-keys.ts';
import { checkSignatures } from '#lib/receipts/check-signatures.ts';
import { readKeys } from '#lib/receipts/trusted-keys.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const POST = route(
  {
    may: 'see',
    summary:
      'Whether the list of files and the answers of a bundle are what was signed, and whether a key of this console signed it',
    body: z.object({
      run: z.string(),
      manifest: hash.describe('SHA-256 of manifest.json'),
      signature: z.string().describe('The text of manifest.sig'),
      keys: z.string().describe('The text of keys.json, for bundles of other consoles'),
      artifacts: z.array(z.object({ id: z.string(), sha256: z.string() })).describe('Those that its gates showed'),
      // As they were written: what is not known here is part of what was signed.
      events: z
        .array(z.custom<RunEvent>((event) => runEvent.safeParse(event).success))
        .describe('gate_opened, gate_voted and gate_answered'),
    }),
    answers: {
      200: z.object({
        problems: z.array(z.string()),
        key: z.string().nullable().describe('The key that signed it'),
        is_own: z.boolean().describe('It is one of GET /api/keys'),
        answers: z.number(),
      }),
    },
  },
  async ({ house, body }) => {
    const own = readKeys(JSON.stringify({ keys: await readPublicKeys(house) })) ?? new Map();
    return checkSignatures(body, own);
  },
);
