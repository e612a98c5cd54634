// What one visit of a node has asked of models so far, added up from its calls.
import type { EventOf } from '../events.ts';

export type ModelUse = {
  models: string[];
  calls: number;
  input: number;
  output: number;
  /** Null when a model had no price: a part of the sum would mislead. */
  cost: number | null;
  ms: number;
  toolCalls: number;
};

const nothing: ModelUse = {
  models: [],
  calls: 0,
  input: 0,
  output: 0,
  cost: 0,
  ms: 0,
  toolCalls: 0,
};

export function addModelCall(use: ModelUse | null, { data }: EventOf<'model_call'>): ModelUse {
  const before = use ?? nothing;
  return {
    models: [...new Set([...before.models, data.model])],
    calls: before.calls + 1,
    input: before.input + data.input_tokens,
    output: before.output + data.output_tokens,
    cost: before.cost === null || data.cost === null ? null : before.cost + data.cost,
    ms: before.ms + data.ms,
    toolCalls: before.toolCalls + data.tool_calls,
  };
}
