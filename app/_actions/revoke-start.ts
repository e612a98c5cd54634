'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { plainAction } from '#lib/http/action.ts';
import { paths } from '#lib/paths.ts';
import { revokeAllowed } from '#lib/runs/walls/list-servers.ts';

/** What was allowed to start, or to be used of this machine, is asked about again. */
export const revokeStartAction = plainAction(
  { may: 'administer', fields: z.object({ hash: z.string() }) },
  async ({ house, actor, fields }) => {
    await revokeAllowed(house, fields.hash, actor);
    revalidatePath(paths.settings());
  },
);
