import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeReply, type ModelServer, startModelServer } from '../../../e2e/fakes/model-server.ts';
import type { ModelMessage, ModelRequest } from '../../nodes/model/model-request.ts';
import { bareHouse, house, setHouse } from '../../testing/house.ts';
import { callModel } from './model.ts';

let server: ModelServer;

function configure(env: Record<string, string>) {
  setHouse(bareHouse(env));
}

beforeEach(async () => {
  server = await startModelServer();
  configure(server.env);
});

afterEach(async () => {
  await server.stop();
});

const hello: ModelMessage[] = [{ role: 'user', text: 'Hello' }];

async function call(more: Partial<ModelRequest> = {}, signal = new AbortController().signal) {
  const heard: string[] = [];
  const request: ModelRequest = { model: null, purpose: 'step', messages: hello, tools: [], ...more };
  const { reply, call } = await callModel(house, request, { signal, onText: (text) => heard.push(text) });
  return { reply, call, heard };
}

const failing = (...replies: FakeReply[]) => {
  server.answerWith(replies);
  return expect(call()).rejects;
};

test('text arrives in pieces as it is written and whole at the end, with the provider’s own count', async () => {
  server.answerWith([{ text: 'Good morning to you', usage: { input: 40, output: 5 } }]);
  const { reply, call: counted, heard } = await call();
  expect(heard.length).toBeGreaterThan(1);
  expect(heard.join('')).toBe('Good morning to you');
  expect(reply).toEqual({
    model: 'fake-model',
    text: 'Good morning to you',
    calls: [],
    input_tokens: 40,
    output_tokens: 5,
  });
  expect(counted).toMatchObject({
    purpose: 'step',
    cost: null,
    messages: [{ role: 'user', text: 'Hello' }],
    text: 'Good morning to you',
  });
  expect(server.asked[0]?.stream_options).toEqual({ include_usage: true });
});

test('tool calls are put together out of their pieces, in order', async () => {
  const args = { path: 'notes.md', content: 'a rather long text' };
  server.answerWith([{ calls: [{ name: 'a', arguments: args, id: 'x' }, { name: 'b' }] }]);
  const { reply } = await call({ tools: [{ name: 'a', description: 'A', parameters: { type: 'object' } }] });
  expect(reply.calls).toEqual([
    { id: 'x', name: 'a', arguments: JSON.stringify(args) },
    { id: expect.any(String), name: 'b', arguments: '{}' },
  ]);
  expect(server.asked[0]?.tools?.[0]?.function.name).toBe('a');
});

test('a conversation keeps its roles, its calls, its images and the schema of the answer', async () => {
  server.answerWith([{ text: '{}' }]);
  const schema = { type: 'object' };
  await call({
    schema,
    messages: [
      { role: 'system', text: 'Be kind' },
      { role: 'user', text: 'Look', images: ['data:image/png;base64,AA=='] },
      { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'echo', arguments: '{}' }] },
      { role: 'tool', call: 'c1', text: 'done' },
    ],
  });
  expect(server.asked[0]).toMatchObject({
    messages: [
      { role: 'system', content: 'Be kind' },
      { role: 'user', content: [{ type: 'text', text: 'Look' }, { type: 'image_url' }] },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', function: { name: 'echo' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'done' },
    ],
    response_format: { type: 'json_schema', json_schema: { schema } },
  });
});

test('a provider that counts nothing is estimated at four characters a token', async () => {
  server.answerWith([{ text: 'x'.repeat(40), usage: null }]);
  const { reply } = await call({ messages: [{ role: 'user', text: 'y'.repeat(400) }] });
  expect(reply.output_tokens).toBe(10);
  expect(reply.input_tokens).toBeGreaterThanOrEqual(100);
});

test('a call costs what the prices say, and null where there is no price', async () => {
  configure({ ...server.env, GATEHOUSE_PRICES: 'fake-model=2.5/10, other=1/1' });
  server.answerWith([
    { text: 'a', usage: { input: 1000, output: 100 } },
    { text: 'b', usage: { input: 1, output: 1 } },
  ]);
  expect((await call()).call.cost).toBeCloseTo(0.0035);
  expect((await call({ model: 'unpriced' })).call.cost).toBeNull();
});

test('"default" is the console’s model, a name is taken as it is, and images have a model of their own', async () => {
  configure({ ...server.env, GATEHOUSE_VISION_MODEL: 'eyes' });
  server.answerWith([{ text: '1' }, { text: '2' }, { text: '3' }]);
  await call({ model: 'default' });
  await call({ model: 'special' });
  const { heard } = await call({ purpose: 'vision' });
  expect(server.asked.map(({ model }) => model)).toEqual(['fake-model', 'special', 'eyes']);
  expect(heard).toEqual([]);
});

test('a local server needs no key and is sent none', async () => {
  configure({ OPENAI_BASE_URL: server.url, GATEHOUSE_MODEL: 'local' });
  server.answerWith([{ text: 'hi' }]);
  await call();
  expect(server.asked[0]?.authorization).toBeNull();
});

test('a console without a model says what to set', async () => {
  configure({});
  await expect(call()).rejects.toMatchObject({
    code: 'model_not_configured',
    message: 'No model is configured; set OPENAI_API_KEY or OPENAI_BASE_URL, and GATEHOUSE_MODEL',
  });
  configure({ OPENAI_BASE_URL: server.url });
  await expect(call()).rejects.toThrow('set GATEHOUSE_MODEL');
  await expect(call({ purpose: 'vision' })).rejects.toThrow('set GATEHOUSE_VISION_MODEL');
});

test('a rate limit and a failing server are tried again, after as long as they ask for', async () => {
  server.answerWith([{ status: 429, retryAfter: 0 }, { status: 500, retryAfter: 0 }, { text: 'at last' }]);
  expect((await call()).reply.text).toBe('at last');
  expect(server.asked).toHaveLength(3);
});

test('a rate limit that stays is told as one', async () => {
  const again = { status: 429, retryAfter: 0 };
  await failing(again, again, again).toMatchObject({ code: 'model_rate_limited' });
});

test('a refused key is told without the key', async () => {
  const key = server.env.OPENAI_API_KEY;
  await failing({ status: 401, message: `Incorrect API key provided: ${key}` }).toSatisfy(
    ({ code, message }) =>
      code === 'model_key_refused' && message.includes('check OPENAI_API_KEY') && !message.includes(key),
  );
  await failing({ status: 400, message: `bad ${key}` }).toMatchObject({ message: expect.stringContaining('bad ***') });
});

test('an unknown model is named, with the places that name it', async () => {
  await failing({ status: 404, message: 'no such model' }).toMatchObject({
    code: 'model_unknown',
    message: expect.stringMatching(/"fake-model".*GATEHOUSE_MODEL/),
  });
});

test('a conversation that is too long is told as that, any other refusal with the provider’s words', async () => {
  await failing({ status: 400, code: 'context_length_exceeded' }).toMatchObject({ code: 'model_context_too_long' });
  await failing({ status: 400, message: 'tools are not for me' }).toMatchObject({
    code: 'model_refused',
    message: expect.stringContaining('tools are not for me'),
  });
});

test('D11 an answer that grows too long is stopped, with the limit and its setting', async () => {
  configure({ ...server.env, GATEHOUSE_MAX_ANSWER: '1' });
  await failing({ text: 'x'.repeat(1_100_000) }).toMatchObject({
    code: 'model_answer_too_long',
    message: 'The model’s answer has more than 1.0 MB (GATEHOUSE_MAX_ANSWER); ask for less',
  });
});

test('half an answer is never taken for a whole one', async () => {
  await failing({ cut: 'Half an' }).toMatchObject({ code: 'model_stream_broken' });
  await failing({ cut: 'Half an', ended: true }).toMatchObject({ code: 'model_stream_broken' });
  await failing({ malformed: '{"choices": [' }).toMatchObject({ code: 'model_stream_broken' });
  await failing({ text: 'Too lo', finish: 'length' }).toMatchObject({ code: 'model_answer_too_long' });
  await failing({ text: 'I', finish: 'content_filter' }).toMatchObject({ code: 'model_refused' });
});

test('a server that is not there is named with its address', async () => {
  await server.stop();
  await expect(call()).rejects.toMatchObject({
    code: 'model_unreachable',
    message: expect.stringMatching(/127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)/),
  });
  server = await startModelServer();
});

test('stopping ends a call in the middle of its answer at once', async () => {
  server.answerWith([{ text: 'Once upon a time', hold: new Promise(() => {}) }]);
  const stop = new AbortController();
  const called = call({}, stop.signal);
  await server.untilAsked(1);
  stop.abort();
  await expect(called).rejects.toMatchObject({ code: 'aborted' });
});

test('a limit of one call ends it like a stop, and the attempt’s own signal stays as it is', async () => {
  server.answerWith([{ text: 'Once upon a time', hold: new Promise(() => {}) }]);
  const attempt = new AbortController();
  await expect(call({ signal: AbortSignal.timeout(20) }, attempt.signal)).rejects.toMatchObject({ code: 'aborted' });
  expect(attempt.signal.aborted).toBe(false);
});
