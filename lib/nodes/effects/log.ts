// Effects that leave a word in the run's record: a level, a message, and what belongs to it. And the one effect that is
// prose for a reader and nothing that can be done, which says so.
import { z } from 'zod';
import { verbatim } from '../contract/field-kinds.ts';
import type { DecideContext } from '../contract/node-context.ts';
import { defineEffect, type EffectResult } from './define-effect.ts';

const levels = ['debug', 'info', 'warning', 'error'] as const;
const entry = { message: z.string(), context: z.unknown().optional() };

function logged(level: (typeof levels)[number], message: string, context: unknown, ctx: DecideContext): EffectResult {
  const text = ctx.renderText(message);
  const words = context === undefined ? text : `${text} ${JSON.stringify(ctx.render(context))}`;
  return { message: `${level}: ${words}`, ...(level === 'warning' ? { warning: words } : {}) };
}

const logEntry = defineEffect(
  'log_entry',
  { level: z.enum(levels).default('info'), ...entry },
  { run: (one, ctx) => logged(one.level, one.message, one.context, ctx) },
);

const logWarning = defineEffect('log_warning', entry, {
  run: (one, ctx) => logged('warning', one.message, one.context, ctx),
});

const logError = defineEffect('log_error', entry, {
  run: (one, ctx) => logged('error', one.message, one.context, ctx),
});

const emitText = defineEffect(
  'emit_text',
  { text: z.string() },
  { run: (one, ctx) => ({ message: ctx.renderText(one.text) }) },
);

const prose = verbatim(z.string()).optional();

const inline = defineEffect(
  'inline',
  { description: prose, pseudocode: prose },
  {
    fault: () => ({ message: 'is prose that no effect can do; write it as the "action" of a node of type task' }),
    run: () => ({}),
  },
);

export const logEffects = [logEntry, logWarning, logError, emitText, inline];
