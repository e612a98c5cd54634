// What was said between a model, its tools and people in one visit of a node, in the order of the events: an attempt that
// was suspended goes on where it stopped. What a model was told about a call comes with its next answer; until then the
// tool's own result stands there. Texts are strings, or handles of what is too large for an event. Pure.
import { isSame } from '../../../nodes/parts/is-same.ts';
import type { EventOf, GateAnswer, RunEvent } from '../../events.ts';
import { moreWasPrinted } from '../latest-output.ts';
import { addModelCall, type ModelUse } from '../model-use.ts';
import {
  endTools,
  nameOf,
  nextWaiting,
  type ToolUse,
  takeToolCall,
  takeToolResult,
  told,
  toolUse,
} from './tool-use.ts';

type Spent = { model: string; input: number; output: number; cost: number | null; ms: number };
type Asked = Pick<EventOf<'gate_opened'>['data']['gate'], 'id' | 'message' | 'purpose'>;

/** `seq` is the event that says so. */
export type Said = { seq: number } & (
  | { kind: 'attempt'; attempt: number }
  /** So many pictures came with it; `pictures` are those among them that are known as artifacts. */
  | { kind: 'instructions' | 'prompt' | 'told'; text: unknown; images: number; pictures: string[] }
  /** Without `spent` it is still being written. */
  | { kind: 'answer'; text: unknown; spent: Spent | null; tools: ToolUse[]; untold: number }
  | { kind: 'tool'; tool: ToolUse }
  /** Another model was asked something beside the work. */
  | { kind: 'aside'; purpose: string; spent: Spent; prompt: string; text: string }
  | { kind: 'question'; gate: Asked; answer: GateAnswer | null }
  | { kind: 'failure'; text: string }
);

export type Conversation = { said: Said[]; use: ModelUse | null };

type Talk = {
  said: Said[];
  use: ModelUse | null;
  /** Of the model's last answer, or of all when events do not say which answer they belong to. */
  tools: ToolUse[];
  /** What the attempt was given, until a call says what the model was told. */
  prompt: { seq: number; text: unknown } | null;
  pictures: string[];
  hasAsked: boolean;
  writing: { seq: number; text: string } | null;
};

/** `events` are those of one visit, or of one attempt of it. */
export function conversationOf(events: readonly RunEvent[]): Conversation {
  const talk: Talk = { said: [], use: null, tools: [], prompt: null, pictures: [], hasAsked: false, writing: null };
  for (const event of events) hear(talk, event);
  finish(talk);
  return { said: talk.said, use: talk.use };
}

function hear(talk: Talk, event: RunEvent) {
  switch (event.type) {
    case 'node_started':
      return begin(talk, event);
    case 'output':
      if (event.data.stream === 'message' && event.data.text !== moreWasPrinted) {
        talk.writing = { seq: talk.writing?.seq ?? event.seq, text: (talk.writing?.text ?? '') + event.data.text };
      }
      return;
    case 'model_call':
      talk.use = addModelCall(talk.use, event);
      return event.data.purpose === 'step' ? answer(talk, event) : aside(talk, event);
    case 'tool_call': {
      const found = takeToolCall(talk.tools, event);
      if (found) return;
      const tool = { ...toolUse(String(event.seq), nameOf(event.data), event.data.arguments), seq: event.seq };
      talk.tools.push(tool);
      talk.said.push({ kind: 'tool', seq: event.seq, tool });
      tool.status = 'running';
      return;
    }
    case 'tool_result':
      return takeToolResult(talk.tools, event);
    case 'artifact_saved': {
      const last = talk.tools.findLast(({ status }) => status !== 'wanted');
      if (event.data.type.startsWith('image/')) last?.images.push(event.data.id);
      return;
    }
    case 'gate_opened':
      return ask(talk, event);
    case 'gate_answered':
      return hearAnswer(talk, event);
    case 'retry':
    case 'node_failed':
      return fail(talk, event.seq, event.data.error.message);
    case 'node_interrupted':
      return fail(talk, event.seq, `Interrupted: ${event.data.reason}`);
    case 'node_completed':
      return end(talk);
  }
}

function begin(talk: Talk, { seq, attempt = 1, data }: EventOf<'node_started'>): void {
  const { continues } = data;
  if (!continues) {
    end(talk);
    const given = data.input as { prompt?: unknown; images?: unknown } | undefined;
    talk.said.push({ kind: 'attempt', seq, attempt });
    Object.assign(talk, { tools: [], hasAsked: false, prompt: null, pictures: artifactsIn(given?.images) });
    if (typeof given?.prompt === 'string' && given.prompt !== '') talk.prompt = { seq, text: given.prompt };
    return;
  }
  const waiting = talk.tools.find(({ status }) => status === 'asked') ?? nextWaiting(talk.tools);
  if (!waiting) return;
  if (continues.reason === 'tool') {
    const { by, allowed, comment, arguments: given } = continues;
    waiting.verdict = { by, allowed, comment };
    if (allowed && !isSame(given, waiting.arguments)) waiting.changed = given;
    waiting.status = allowed ? 'wanted' : 'denied';
  }
  if (continues.reason === 'question') told(waiting, `${continues.by} answered: ${continues.answer}`);
}

function answer(talk: Talk, { seq, data }: EventOf<'model_call'>): void {
  for (const { role, text, call, images = 0 } of data.messages ?? []) {
    const tool = role === 'tool' ? talk.tools.find(({ id }) => id === call) : undefined;
    if (tool) told(tool, text);
    else if (role === 'system') {
      // A node may let several models work, one after the other.
      talk.hasAsked = false;
      talk.said.push({ kind: 'instructions', seq, text, images, pictures: [] });
    } else tell(talk, { seq, text, images }, role === 'tool');
  }
  // Older events have all that was new in one text; later ones of these repeat the tools' results.
  const older = data.prompt ?? talk.prompt?.text;
  if (!talk.hasAsked && older !== undefined) tell(talk, { seq, text: older, images: 0 }, false);
  talk.hasAsked = true;
  talk.prompt = null;
  const calls = data.calls ?? [];
  const tools = calls.map(({ id, name, arguments: given }) => toolUse(id, name, given));
  talk.said.push({
    kind: 'answer',
    seq,
    text: data.whole ?? data.text ?? talk.writing?.text ?? '',
    spent: spentOf(data),
    tools,
    untold: data.tool_calls - calls.length,
  });
  talk.tools = tools;
  talk.writing = null;
}

/** What comes first is the prompt. */
function tell(talk: Talk, words: { seq: number; text: unknown; images: number }, isOfTool: boolean): void {
  const isPrompt = !talk.hasAsked && !isOfTool;
  talk.said.push({ kind: isPrompt ? 'prompt' : 'told', ...words, pictures: isPrompt ? talk.pictures : [] });
  if (!isOfTool) talk.hasAsked = true;
}

function artifactsIn(images: unknown): string[] {
  const all: unknown[] = Array.isArray(images) ? images.flat() : [];
  return all.flatMap((one) => (one as { id?: unknown } | null)?.id ?? []).filter((id) => typeof id === 'string');
}

function aside(talk: Talk, { seq, data }: EventOf<'model_call'>): void {
  const { purpose, prompt = '', text = '' } = data;
  talk.said.push({ kind: 'aside', seq, purpose, spent: spentOf(data), prompt, text });
}

function spentOf({ model, input_tokens, output_tokens, cost, ms }: EventOf<'model_call'>['data']): Spent {
  return { model, input: input_tokens, output: output_tokens, cost, ms };
}

function ask(talk: Talk, { seq, data: { gate } }: EventOf<'gate_opened'>): void {
  const isAboutCall = gate.purpose === 'tool' || gate.purpose === 'elicitation';
  const tool = isAboutCall ? nextWaiting(talk.tools) : undefined;
  if (tool) {
    tool.status = 'asked';
    tool.gate = gate.id;
    return;
  }
  const { id, message, purpose } = gate;
  talk.said.push({ kind: 'question', seq, gate: { id, message, purpose }, answer: null });
}

function hearAnswer(talk: Talk, { data }: EventOf<'gate_answered'>): void {
  const question = talk.said.findLast((one) => one.kind === 'question' && one.gate.id === data.gate);
  if (question?.kind === 'question') question.answer = data.answer;
}

function fail(talk: Talk, seq: number, text: string): void {
  end(talk);
  talk.said.push({ kind: 'failure', seq, text });
}

/** The attempt is over. A redactor may have held back the end of an answer, which is then no answer of its own. */
function end(talk: Talk): void {
  endTools(talk.tools);
  const last = talk.said.findLast(({ kind }) => kind === 'answer');
  const isRest = last?.kind === 'answer' && String(last.text).endsWith(talk.writing?.text ?? '');
  if (isRest) talk.writing = null;
  finish(talk);
}

/** What was begun is what there is of it. */
function finish(talk: Talk): void {
  if (talk.prompt) tell(talk, { ...talk.prompt, images: 0 }, false);
  if (talk.writing) talk.said.push({ kind: 'answer', ...talk.writing, spent: null, tools: [], untold: 0 });
  Object.assign(talk, { prompt: null, writing: null });
}
