// An action that reaches the outside. An effect that must wait (for a person, for the budget) suspends the attempt: what was
// done by then is kept in the notebook and not done again, and the effect itself goes on where it was.
import { AppError } from '../../errors.ts';
import type { NodeContext } from '../contract/node-context.ts';
import type { Outcome, Suspended } from '../contract/outcome.ts';
import type { Effect, EffectResult } from './define-effect.ts';
import { effectFailure, nothingDone, recordEffect } from './effect-record.ts';
import { effectSteps } from './effect-steps.ts';
import { effectOf } from './index.ts';

/** Kept on disk: its names stay. */
type Notes = { deeds: EffectResult[]; inner: unknown };

async function notesOf(ctx: NodeContext): Promise<Notes> {
  const read = ctx.resumed === null ? null : ((await ctx.notebook.read()) as Notes | null);
  return read ?? { deeds: [], inner: null };
}

/** The world of one effect: its own data, and a page of the notebook that holds what came before too. */
function worldOf(ctx: NodeContext, data: NodeContext['data'], notes: Notes, isResumed: boolean): NodeContext {
  return {
    ...ctx,
    data,
    resumed: isResumed ? ctx.resumed : null,
    notebook: {
      read: async () => notes.inner,
      write: (inner) => {
        notes.inner = inner;
        return ctx.notebook.write(notes);
      },
    },
  };
}

async function doEffect(effect: Effect, world: NodeContext): Promise<EffectResult | Suspended> {
  const definition = effectOf(effect.type);
  return 'act' in definition ? definition.act(effect, world) : definition.run(effect, world.data);
}

export async function executeEffects(effects: Effect[], ctx: NodeContext): Promise<Outcome | Suspended> {
  const notes = await notesOf(ctx);
  const known = notes.deeds.length;
  const done = nothingDone();
  let at = () => 'do';
  let count = 0;
  try {
    for (const { effect, place, data } of effectSteps(effects, ctx.data)) {
      at = place;
      ctx.signal.throwIfAborted();
      const before = notes.deeds[count];
      const result = before ?? (await doEffect(effect, worldOf(ctx, data, notes, count === known)));
      if ('suspended' in result) {
        await ctx.notebook.write(notes);
        return result;
      }
      recordEffect(done, result, data);
      if (before === undefined) {
        notes.deeds.push(result);
        notes.inner = null;
      }
      count += 1;
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'storage_full') throw error;
    const { to, ...kept } = done;
    return { ok: false, error: effectFailure(at(), error), sideResults: kept };
  }
  return { ok: true, result: null, sideResults: done };
}
