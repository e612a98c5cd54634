// The model provider, spoken to through its SDK: one request, one streamed answer. The SDK repeats what is worth repeating
// (rate limits, failures of the server, a lost connection) before the first word has come; after that nothing is repeated.

import OpenAI from 'openai';
import type { Needs } from '../../console/console.ts';
import { argumentsOf } from '../../nodes/model/model-loop-calls.ts';
import type { ModelReply, ModelRequest, ModelToolCall } from '../../nodes/model/model-request.ts';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import { withoutHandles } from '../../nodes/parts/large-value.ts';
import { modelFailure } from './model-failure.ts';
import { readModelStream, type Usage } from './model-stream.ts';
import { toChatRequest } from './model-wire.ts';

export type ModelCall = {
  model: string;
  purpose: ModelRequest['purpose'];
  input_tokens: number;
  output_tokens: number;
  cost: number | null;
  ms: number;
  tool_calls: number;
  prompt?: string;
  text?: string;
  messages?: { role: 'system' | 'user' | 'tool'; text: string; call?: string; images?: number }[];
  calls?: { id: string; name: string; arguments: unknown }[];
  whole?: string;
};

const retries = 2;
const longestShown = 4000;
const longestText = 16_000;
const charactersInToken = 4;

export async function callModel(
  house: Needs<'env'>,
  request: ModelRequest,
  options: { signal: AbortSignal; onText(text: string): void },
): Promise<{ reply: ModelReply; call: ModelCall }> {
  const model = modelFor(house, request);
  const signal = request.signal ? AbortSignal.any([options.signal, request.signal]) : options.signal;
  const body = toChatRequest(request, model);
  const began = performance.now();
  try {
    const stream = await connect(house).chat.completions.create(body, { signal });
    // Only a step's own words belong into the trace as they come.
    const answer = await readModelStream(
      stream,
      request.purpose === 'step' ? options.onText : () => {},
      house.env.limits.answer,
    );
    // The SDK ends an aborted stream as if it were complete.
    signal.throwIfAborted();
    const { text, calls } = answer.whole();
    const usage = answer.usage ?? estimate(body.messages, text, calls);
    const counted = { input_tokens: usage.input, output_tokens: usage.output };
    const call: ModelCall = {
      model,
      purpose: request.purpose,
      ...counted,
      cost: costOf(house, model, usage),
      ms: Math.round(performance.now() - began),
      tool_calls: calls.length,
      text: text.slice(0, longestText),
      ...(text.length > longestText ? { whole: text } : {}),
      ...toldOf(request),
      ...(request.purpose === 'step' && calls.length > 0 ? { calls: calls.map(wanted) } : {}),
    };
    return { reply: { model, text, calls, ...counted }, call };
  } catch (error) {
    throw modelFailure(error, { ...house.env.openai, model, signal });
  }
}

const hasPictures = ({ messages }: ModelRequest) =>
  messages.some((message) => 'images' in message && (message.images?.length ?? 0) > 0);

function modelFor(house: Needs<'env'>, request: ModelRequest): string {
  const { model, purpose } = request;
  const env = house.env.openai;
  if (env.apiKey === null && env.baseUrl === null) {
    const message = 'No model is configured; set OPENAI_API_KEY or OPENAI_BASE_URL, and GATEHOUSE_MODEL';
    throw new ClientFailure('model_not_configured', message);
  }
  // Whoever judges a picture must see it.
  if (purpose === 'judge' && env.visionModel !== null && hasPictures(request)) return env.visionModel;
  if (purpose === 'vision') {
    if (env.visionModel !== null) return env.visionModel;
    throw new ClientFailure('model_not_configured', 'No model for images is configured; set GATEHOUSE_VISION_MODEL');
  }
  const name = model === null || model === 'default' ? env.model : model;
  if (name !== null) return name;
  throw new ClientFailure('model_not_configured', 'No default model is configured; set GATEHOUSE_MODEL');
}

/** Everything that the SDK would look for in the environment by itself is said here: env.ts is its only reader. */
function connect(house: Needs<'env'>): OpenAI {
  const { apiKey, baseUrl } = house.env.openai;
  return new OpenAI({
    // The SDK insists on a key; a local server that needs none is sent none.
    apiKey: apiKey ?? 'none',
    ...(apiKey === null ? { defaultHeaders: { Authorization: null } } : {}),
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: retries,
    logLevel: 'off',
  });
}

function estimate(messages: unknown, text: string, calls: unknown[]): Usage {
  const tokens = (characters: number) => Math.ceil(characters / charactersInToken);
  const written = text.length + (calls.length > 0 ? JSON.stringify(calls).length : 0);
  return { input: tokens(JSON.stringify(messages).length), output: tokens(written) };
}

function costOf(house: Needs<'env'>, model: string, usage: Usage): number | null {
  const { prices } = house.env.openai;
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  return price ? (usage.input * price.input + usage.output * price.output) / 1_000_000 : null;
}

/** What the model had not seen before this call: everything after its own last answer. A step's is kept whole. */
function toldOf({ messages, purpose }: ModelRequest): Pick<ModelCall, 'prompt' | 'messages'> {
  const fresh = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  if (purpose !== 'step') {
    const prompt = fresh.map(({ text }) => text).join('\n\n');
    return { prompt: prompt.slice(0, longestShown) };
  }
  return {
    messages: fresh.flatMap((message): NonNullable<ModelCall['messages']> => {
      if (message.role === 'assistant') return [];
      if (message.role === 'tool') return [message];
      const { role, text, images = [] } = message;
      return [{ role, text, ...(images.length > 0 ? { images: images.length } : {}) }];
    }),
  };
}

/** With arguments that can be read where they are JSON. */
function wanted(call: ModelToolCall) {
  return { id: call.id, name: call.name, arguments: withoutHandles(argumentsOf(call) ?? call.arguments) };
}
