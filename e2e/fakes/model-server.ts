// A model provider for tests: speaks the streamed chat-completions protocol, answers from a script, keeps what it was
// asked. Text comes in pieces and tool calls are split over chunks, as real providers send them.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Part = { type: string; text?: string; image_url?: { url: string } };
type WireCall = { id: string; type: 'function'; function: { name: string; arguments: string } };
export type AskedMessage = {
  role: string;
  content: string | Part[] | null;
  tool_calls?: WireCall[];
  tool_call_id?: string;
};
export type Asked = {
  model: string;
  messages: AskedMessage[];
  tools?: { type: string; function: { name: string; description: string; parameters: Record<string, unknown> } }[];
  response_format?: { type: string; json_schema: { name: string; schema: unknown } };
  stream_options?: { include_usage: boolean };
  /** The header as it came; null when there was none. */
  authorization: string | null;
};

export type FakeReply =
  | {
      text?: string;
      calls?: { name: string; arguments?: unknown; id?: string }[];
      /** Null sends no usage at all. */
      usage?: { input: number; output: number } | null;
      finish?: 'stop' | 'length' | 'content_filter';
      /** After its first piece the answer waits for this. */
      hold?: Promise<unknown>;
    }
  | { status: number; message?: string; code?: string; retryAfter?: number }
  /** The connection is cut after this text; `ended` closes it politely but too early. */
  | { cut: string; ended?: boolean }
  | { malformed: string };

export type Script = FakeReply[] | ((asked: Asked, index: number) => FakeReply | Promise<FakeReply>);

const pieceLength = 7;

function pieces(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, at) =>
    text.slice(at * pieceLength, (at + 1) * pieceLength),
  );
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
  return { ...JSON.parse(Buffer.concat(chunks).toString()), authorization: request.headers.authorization ?? null };
}

function fail(response: ServerResponse, reply: Extract<FakeReply, { status: number }>): void {
  const { status, message = `status ${status}`, code = null, retryAfter } = reply;
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { message, code, type: 'error', param: null } }));
}

async function stream(response: ServerResponse, asked: Asked, reply: Exclude<FakeReply, { status: number }>) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (data: string) => response.write(`data: ${data}\n\n`);
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: asked.model };
  const chunk = (delta: object, finish: string | null = null) =>
    send(JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }], usage: null }));
  chunk({ role: 'assistant', content: '' });
  if ('malformed' in reply) {
    send(reply.malformed);
    return response.end();
  }
  if ('cut' in reply) {
    chunk({ content: reply.cut });
    return reply.ended ? response.end() : response.write(': cut\n\n', () => response.destroy());
  }
  const { text = '', calls = [], usage = { input: 11, output: 7 }, hold } = reply;
  for (const [at, piece] of pieces(text).entries()) {
    chunk({ content: piece });
    if (at === 0 && hold) await Promise.race([hold, once(response, 'close')]);
  }
  if (text === '' && hold) await Promise.race([hold, once(response, 'close')]);
  for (const [index, call] of calls.entries()) {
    const { name, arguments: given = {}, id = `call_${asked.messages.length}_${index}` } = call;
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
    for (const piece of pieces(typeof given === 'string' ? given : JSON.stringify(given))) {
      chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  chunk({}, reply.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop'));
  if (usage) {
    const counted = { prompt_tokens: usage.input, completion_tokens: usage.output };
    send(JSON.stringify({ ...head, choices: [], usage: { ...counted, total_tokens: usage.input + usage.output } }));
  }
  send('[DONE]');
  response.end();
}

export async function startModelServer(script: Script = [], { port = 0 }: { port?: number } = {}) {
  const asked: Asked[] = [];
  let answers: Script = script;
  let changed = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const one = await read(request);
    asked.push(one);
    changed.resolve();
    changed = Promise.withResolvers();
    const unscripted: FakeReply = { status: 400, message: 'the script of this fake model is over' };
    const reply =
      typeof answers === 'function' ? await answers(one, asked.length - 1) : (answers.shift() ?? unscripted);
    if ('status' in reply) fail(response, reply);
    else await stream(response, one, reply);
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const address = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${address.port}/v1`;
  return {
    /** What it was asked, in order. */
    asked,
    url,
    /** The environment of a console that uses it. */
    env: { OPENAI_BASE_URL: url, OPENAI_API_KEY: 'test-key-of-the-fake', GATEHOUSE_MODEL: 'fake-model' },
    /** From now on it answers so. */
    answerWith(next: Script): void {
      answers = next;
    },
    async untilAsked(times: number): Promise<Asked> {
      while (asked.length < times) await changed.promise;
      return asked[times - 1] as Asked;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>;
