'use server';

import { cookies } from 'next/headers.js';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { plainAction } from '#lib/http/action.ts';
import { paths } from '#lib/paths.ts';
import { columnsCookie, keptFor } from './preferences.ts';

/** The list is drawn again with these columns, and so is every other one in this browser. */
export const saveColumnsAction = plainAction(
  {
    may: 'see',
    fields: z.object({ column: z.array(z.string()).default([]), list: z.string().max(2000).default('') }),
  },
  async ({ fields: { column, list } }) => {
    (await cookies()).set(columnsCookie, column.join(), keptFor);
    redirect(paths.runsOf(list));
  },
);
