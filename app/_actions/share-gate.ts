'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { type ActionState, action } from '#lib/http/action.ts';
import { paths } from '#lib/paths.ts';
import { createGateLink, revokeGateLink } from '#lib/people/gate-links.ts';
import { sendGateLink } from '#lib/runs/notify/send-gate-link.ts';

type ShareState = ActionState & { url: string | null; isLoopback: boolean };

const fields = z.object({
  run: z.string(),
  gate: z.string(),
  revoke: z.string().optional(),
  send: z.string().optional(),
  name: z.string().optional(),
  expires: z.string().optional(),
});

const nothingNew = { url: null, isLoopback: false };

/** Makes a link, mails one, or revokes one, as the pressed button says. The address of a new link is shown this once. */
export const shareGateAction = action<typeof fields, ShareState>(
  { may: 'share_gate', fields, refused: ({ message }) => ({ message, ...nothingNew }) },
  async ({ house, actor, base, fields: { run: runId, gate: gateId, revoke, send, name, expires } }) => {
    if (revoke) {
      await revokeGateLink(house, { runId, gateId, linkId: revoke, actor });
      revalidatePath(paths.run(runId), 'layout');
      return { message: 'The link was revoked.', ...nothingNew };
    }
    const to = send || name?.includes('@') ? name : undefined;
    const wish = { runId, gateId, actor, base, name, to, expires };
    if (send) {
      await sendGateLink(house, wish);
      revalidatePath(paths.run(runId), 'layout');
      return { message: `The link was sent to ${to}.`, ...nothingNew };
    }
    const link = await createGateLink(house, wish);
    revalidatePath(paths.run(runId), 'layout');
    return { message: null, url: link.url, isLoopback: link.loopback };
  },
);
