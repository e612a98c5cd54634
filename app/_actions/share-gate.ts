'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { type ActionState, action } from '#lib/http/action.ts';
import { paths } from '#lib/paths.ts';
import { createGateLink, revokeGateLink } from '#lib/people/gate-links.ts';

type ShareState = ActionState & { url: string | null; isLoopback: boolean };

const fields = z.object({
  run: z.string(),
  gate: z.string(),
  revoke: z.string().optional(),
  name: z.string().optional(),
  expires: z.string().optional(),
});

const nothingNew = { url: null, isLoopback: false };

/** Makes a link, or revokes one, as the pressed button says. The address of a new link is shown this once. */
export const shareGateAction = action<typeof fields, ShareState>(
  { may: 'share_gate', fields, refused: ({ message }) => ({ message, ...nothingNew }) },
  async ({ house, actor, base, fields: { run: runId, gate: gateId, revoke, name, expires } }) => {
    if (revoke) {
      await revokeGateLink(house, { runId, gateId, linkId: revoke, actor });
      revalidatePath(paths.run(runId), 'layout');
      return { message: 'The link was revoked.', ...nothingNew };
    }
    const link = await createGateLink(house, { runId, gateId, actor, base, name, expires });
    revalidatePath(paths.run(runId), 'layout');
    return { message: null, url: link.url, isLoopback: link.loopback };
  },
);
