import { expect, test } from 'vitest';
import type { EventOf } from '../events.ts';
import { addModelCall, type ModelUse } from './model-use.ts';

const call = (data: Partial<EventOf<'model_call'>['data']>): EventOf<'model_call'> => ({
  type: 'model_call',
  seq: 1,
  at: '',
  node: 'draft',
  data: {
    model: 'small',
    purpose: 'step',
    input_tokens: 100,
    output_tokens: 10,
    cost: 0.01,
    ms: 500,
    tool_calls: 1,
    ...data,
  },
});
const sum = (...calls: EventOf<'model_call'>[]) => calls.reduce<ModelUse | null>(addModelCall, null);

test('calls add up', () => {
  const use = sum(call({}), call({}), call({}));
  expect(use).toMatchObject({
    calls: 3,
    input: 300,
    output: 30,
    toolCalls: 3,
    ms: 1500,
  });
  expect(use?.cost).toBeCloseTo(0.03);
});

test('a call without a price makes the cost unknown', () => {
  const use = sum(call({}), call({ model: 'large', purpose: 'judge', cost: null }));
  expect(use).toMatchObject({ cost: null, models: ['small', 'large'] });
});
