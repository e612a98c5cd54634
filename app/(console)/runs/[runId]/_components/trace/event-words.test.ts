import { expect, test } from 'vitest';
import type { z } from 'zod';
import { type RunEvent, runEvent } from '#lib/engine/events.ts';
import { namingOf } from '../naming.ts';
import { eventWords } from './event-words.ts';

const option = (id: string, label: string) => ({
  id,
  label,
  description: null,
  style: 'normal' as const,
  leads_to: '',
});
const naming = namingOf({ nodes: [] }, [{ id: 'g1', options: [option('no', 'Write again')] }]);
const event = (type: string, data: unknown, more: object = {}) =>
  ({ seq: 1, at: '2026-01-01T00:00:00.000Z', type, data, ...more }) as RunEvent;

test.each([
  [
    event('gate_answered', { gate: 'g1', answer: { option: 'no', by: 'ann', comment: 'too short' } }),
    'ann answered “Write again”: too short',
  ],
  [
    event('model_call', { model: 'm', purpose: 'judge', input_tokens: 1200, output_tokens: 8, cost: 0.0025, ms: 2100 }),
    'm was asked to judge a check, 1,200 → 8 tokens, 2.1 s, $0.0025',
  ],
  [
    event('check_evaluated', { name: 'is short', verdict: 'unknown', on_fail: 'fail', reason: 'no text' }),
    'Check “is short” could not be decided: no text',
  ],
  [event('checks_completed', { passed: 2, failed: 1, warned: 0 }), 'Checks: 2 passed, 1 failed'],
  [
    event('budget_warned', { what: 'tokens', used: 160_000, limit: 200_000 }),
    '80 % of the tokens is used: 160,000 of 200,000',
  ],
  [event('node_suspended', { reason: 'tool' }), 'Stopped until a person allows a tool call'],
  [
    event('node_started', { type: 'ai', continues: { reason: 'tool', allowed: false, by: 'ann' } }),
    'Goes on: ann denied the call',
  ],
])('%j reads as %j', (given, words) => expect(eventWords(given, naming)).toBe(words));

/** The least an event of its kind can say: empty texts, zeros, the first of what may be chosen. */
function emptiest(schema: z.core.$ZodType): unknown {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] };
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, value]) => [key, emptiest(value)]));
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'string':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'record':
      return {};
    case 'nullable':
      return null;
    default:
      return undefined;
  }
}

test.each(runEvent.options.map((option) => [option.shape.type.value, option] as const))(
  '%s has words of its own, also when it says the least it can',
  (type, option) => {
    const least = emptiest(option) as RunEvent;
    const words = eventWords(least, naming);
    expect(words).not.toBe(type);
    expect(words).not.toMatch(/^\{|undefined|\[object/);
  },
);
