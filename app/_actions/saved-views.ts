'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { action, plainAction } from '#lib/http/action.ts';
import { paths } from '#lib/paths.ts';
import { deleteView, saveView } from '#lib/runs/lists/saved-views.ts';

const name = z.string().min(1, 'give it a name').max(60, 'at most 60 characters');
const query = z.string().max(2000).default('');

/** Keeps the list as it is shown, under a name, and leads to it. */
export const saveViewAction = action(
  { may: 'own_account', fields: z.object({ name, list: query }) },
  async ({ house, actor, fields }) => {
    await saveView(house, actor, { name: fields.name, query: fields.list });
    revalidatePath(paths.runs());
    return redirect(paths.runsOf(fields.list));
  },
);

export const deleteViewAction = plainAction(
  { may: 'own_account', fields: z.object({ view: z.string() }) },
  async ({ house, actor, fields: { view } }) => {
    await deleteView(house, actor, view);
    revalidatePath(paths.runs());
  },
);
