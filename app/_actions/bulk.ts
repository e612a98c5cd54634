'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { action, plainAction } from '#lib/http/action.ts';
import { paths } from '#lib/paths.ts';
import { startBulk, stopBulk } from '#lib/runs/bulk/bulk-act.ts';
import { bulkVerbNames } from '#lib/runs/bulk/bulk-verbs.ts';
import { chosenRuns } from '../(console)/runs/bulk/chosen-runs.ts';

/** Begins it and leads to where its progress is seen. */
export const startBulkAction = action(
  {
    may: 'control_run',
    fields: z.object({
      verb: z.enum(bulkVerbNames),
      run: z.array(z.string()).default([]),
      all: z.string().optional(),
      list: z.string().default(''),
    }),
  },
  async ({ house, actor, fields: { verb, run, all, list } }) => {
    const { act } = await startBulk(house, { verb, which: chosenRuns({ runs: run, isAll: all === '1', list }), actor });
    return redirect(paths.bulkAct(act.id, list));
  },
);

export const stopBulkAction = plainAction(
  { may: 'control_run', fields: z.object({ act: z.string(), list: z.string().default('') }) },
  async ({ house, actor, fields: { act, list } }) => {
    stopBulk(house, act, actor);
    redirect(paths.bulkAct(act, list));
  },
);
