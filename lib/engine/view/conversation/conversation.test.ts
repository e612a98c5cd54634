import { expect, test } from 'vitest';
import { eventsAt } from '../../../testing/engine/timed-events.ts';
import type { Draft, EventOf, RunEvent } from '../../events.ts';
import { conversationOf } from './conversation.ts';

const at = (attempt: number) => ({ node: 'a', visit: 1, attempt });
type Call = Partial<EventOf<'model_call'>['data']>;

const started = (attempt = 1, data: Partial<EventOf<'node_started'>['data']> = {}): Draft => ({
  type: 'node_started',
  ...at(attempt),
  data: { type: 'ai', input: { prompt: 'Write' }, ...data },
});
const goesOn = (continues: EventOf<'node_started'>['data']['continues']) => started(1, { continues });
const says = (text: string, more: Call = {}, attempt = 1): Draft => ({
  type: 'model_call',
  ...at(attempt),
  data: {
    ...{ model: 'm', purpose: 'step', input_tokens: 10, output_tokens: 2, cost: 0.5, ms: 30, tool_calls: 0, text },
    ...(more.calls ? { tool_calls: more.calls.length } : {}),
    ...more,
  } as EventOf<'model_call'>['data'],
});
const streams = (text: string, offset: number, attempt = 1): Draft => ({
  type: 'output',
  ...at(attempt),
  data: { stream: 'message', text, offset },
});
const calls = (tool: string, args: unknown): Draft => ({
  type: 'tool_call',
  ...at(1),
  data: { server: 'box', tool, arguments: args },
});
const gives = (tool: string, text: string): Draft => ({
  type: 'tool_result',
  ...at(1),
  data: { server: 'box', tool, text, images: 0, is_error: false, ms: 7 },
});
const asks = (id: string): Draft => ({
  type: 'gate_opened',
  node: 'a',
  visit: 1,
  data: { gate: { id, purpose: 'tool', message: 'May it?' } } as EventOf<'gate_opened'>['data'],
});
const allows = (given: Record<string, unknown>) =>
  goesOn({ reason: 'tool', allowed: true, arguments: given, by: 'ann', comment: null });

const talkOf = (...drafts: Draft[]) => conversationOf(eventsAt(...drafts.map((draft): [number, Draft] => [0, draft])));
const first = [
  { role: 'system' as const, text: 'Be short.' },
  { role: 'user' as const, text: 'Write' },
];
const shout = (id: string, message: string) => ({ id, name: 'box__echo', arguments: { message } });

test('U3 through two approvals every word and every call stands where it was said', () => {
  const { said, use } = talkOf(
    started(),
    streams('May I?', 0),
    says('May I?', { messages: first, calls: [shout('1', 'loud'), shout('2', 'louder')] }),
    asks('g1'),
    allows({ message: 'softly' }),
    calls('echo', { message: 'softly' }),
    gives('echo', 'softly'),
    asks('g2'),
    goesOn({ reason: 'tool', allowed: false, arguments: {}, by: 'bob', comment: 'people sleep' }),
    streams('Thanks.', 0),
    says('Thanks.', {
      messages: [
        { role: 'tool', text: 'ann changed the arguments. softly', call: '1' },
        { role: 'tool', text: 'Denied by bob: people sleep.', call: '2' },
      ],
    }),
  );
  expect(said.map(({ kind }) => kind)).toEqual(['attempt', 'instructions', 'prompt', 'answer', 'answer']);
  expect(said[3]).toMatchObject({
    text: 'May I?',
    spent: { model: 'm', input: 10, output: 2, cost: 0.5, ms: 30 },
    tools: [
      {
        name: 'box.echo',
        status: 'done',
        arguments: { message: 'loud' },
        changed: { message: 'softly' },
        verdict: { by: 'ann', allowed: true },
        result: 'ann changed the arguments. softly',
        ms: 7,
      },
      { status: 'denied', verdict: { by: 'bob', comment: 'people sleep' }, result: 'Denied by bob: people sleep.' },
    ],
  });
  expect(said[4]).toMatchObject({ text: 'Thanks.', tools: [] });
  expect(use).toMatchObject({ calls: 2, input: 20, output: 4, cost: 1 });
});

test('a second attempt begins anew, after what became of the first', () => {
  const { said } = talkOf(
    started(),
    streams('I was about to', 0),
    { type: 'retry', ...at(1), data: { error: { code: 'x', message: 'cut off' }, next_attempt: 2, not_before: '' } },
    started(2),
    says('Done.', { messages: first }, 2),
  );
  expect(said.map(({ kind }) => kind)).toEqual([
    ...['attempt', 'prompt', 'answer', 'failure', 'attempt'],
    ...['instructions', 'prompt', 'answer'],
  ]);
  expect(said[2]).toMatchObject({ text: 'I was about to', spent: null });
});

test('while it works the words come as they are written, and a call shows what the tool said so far', () => {
  const events = [started(), says('Look.', { messages: first, calls: [shout('1', 'a')] }), calls('echo', {})];
  expect(talkOf(...events).said.at(-1)).toMatchObject({ tools: [{ status: 'running' }] });
  expect(talkOf(...events, gives('echo', 'heard')).said.at(-1)).toMatchObject({
    tools: [{ status: 'done', result: 'heard' }],
  });
  expect(talkOf(...events, gives('echo', 'heard'), streams('I he', 0), streams('ard', 4)).said.at(-1)).toMatchObject({
    kind: 'answer',
    text: 'I heard',
    spent: null,
  });
  expect(talkOf(started(), streams('Hel', 0)).said.map(({ kind }) => kind)).toEqual(['attempt', 'prompt', 'answer']);
});

test('a call for which there is no tool was refused, and one that came too late was left', () => {
  const { said } = talkOf(
    started(),
    says('', { messages: first, calls: [shout('1', 'a')] }),
    says('', { messages: [{ role: 'tool', text: 'Refused: there is no tool', call: '1' }], calls: [shout('2', 'b')] }),
    { type: 'node_completed', ...at(1), data: { output: null, outcome: {} } },
  );
  expect(said.flatMap((one) => (one.kind === 'answer' ? one.tools.map(({ status }) => status) : []))).toEqual([
    'refused',
    'left',
  ]);
});

test('events from before messages were recorded tell the same story in fewer words', () => {
  const { said } = talkOf(
    started(),
    says('Let me listen.', { prompt: 'Be short.\n\nWrite', tool_calls: 1 }),
    calls('echo', { message: 'one' }),
    gives('echo', 'one'),
    says('I heard one.', { prompt: 'one' }),
  );
  expect(said.map(({ kind }) => kind)).toEqual(['attempt', 'prompt', 'answer', 'tool', 'answer']);
  expect(said[3]).toMatchObject({ tool: { name: 'box.echo', result: 'one', status: 'done' } });
});

test('where no details are traced, what was spent is still told', () => {
  const { model, purpose, input_tokens, output_tokens, cost, ms } = says('').data as EventOf<'model_call'>['data'];
  const data = { model, purpose, input_tokens, output_tokens, cost, ms, tool_calls: 2 };
  const { said } = talkOf(started(1, { input: undefined }), { type: 'model_call', ...at(1), data } as Draft);
  expect(said).toEqual<unknown[]>([
    expect.objectContaining({ kind: 'attempt' }),
    expect.objectContaining({ kind: 'answer', text: '', untold: 2, spent: expect.objectContaining({ cost: 0.5 }) }),
  ]);
});

test('pictures belong to the call that brought them, and a model that only looked at one speaks aside', () => {
  const image = { id: 'p1', name: 'a.png', type: 'image/png', size: 1, sha256: '' };
  const { said } = talkOf(
    started(1, { input: { prompt: 'Write', images: [[{ id: 'p0' }]] } }),
    says('', { messages: first, calls: [shout('1', 'a')] }),
    calls('echo', {}),
    gives('echo', ''),
    { type: 'artifact_saved', ...at(1), data: image },
    says('A cat.', { purpose: 'vision', prompt: 'Describe' }),
  );
  expect(said.find(({ kind }) => kind === 'prompt')).toMatchObject({ pictures: ['p0'] });
  expect(said.at(-2)).toMatchObject({ tools: [{ images: ['p1'] }] });
  expect(said.at(-1)).toMatchObject({ kind: 'aside', purpose: 'vision', text: 'A cat.' });
});

test('a node that lets two models work has two prompts', () => {
  const { said } = talkOf(started(), says('One.', { messages: first }), says('Two.', { messages: first }));
  expect(said.filter(({ kind }) => kind === 'prompt')).toHaveLength(2);
});

test('a question that no call asked stands by itself, with its answer', () => {
  const [, opened] = eventsAt([0, started()], [0, asks('g9')]) as RunEvent[];
  const { said } = talkOf(started(), asks('g9'), {
    type: 'gate_answered',
    node: 'a',
    visit: 1,
    data: { gate: 'g9', shown: '', answer: { option: 'yes', by: 'ann' } } as EventOf<'gate_answered'>['data'],
  });
  expect(said[1]).toMatchObject({ kind: 'question', seq: opened?.seq, answer: { by: 'ann' } });
});
