// Puts a streamed answer together: text as it comes, tool calls out of their pieces, the counted tokens. An answer counts
// as whole only when the provider said why it ended.
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { ModelToolCall } from '../../nodes/model/model-request.ts';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import { sizeWords } from '../../nodes/parts/large-value.ts';

export type Usage = { input: number; output: number };
type Delta = NonNullable<ChatCompletionChunk.Choice.Delta['tool_calls']>[number];
type GrowingCall = ModelToolCall & { index: number };

export type ModelAnswer = { usage: Usage | null; whole(): { text: string; calls: ModelToolCall[] } };

export async function readModelStream(
  stream: AsyncIterable<ChatCompletionChunk>,
  onText: (text: string) => void,
  longest: number,
): Promise<ModelAnswer> {
  let text = '';
  let size = 0;
  let usage: Usage | null = null;
  let reason: string | null = null;
  const calls: GrowingCall[] = [];
  for await (const chunk of stream) {
    if (chunk.usage) usage = { input: chunk.usage.prompt_tokens ?? 0, output: chunk.usage.completion_tokens ?? 0 };
    const choice = chunk.choices?.[0];
    if (!choice) continue;
    const added = choice.delta?.content ?? choice.delta?.refusal ?? '';
    if (added !== '') onText(added);
    text += added;
    size += added.length;
    for (const piece of choice.delta?.tool_calls ?? []) {
      grow(calls, piece);
      size += piece.function?.arguments?.length ?? 0;
    }
    // Leaving the loop ends the stream: nothing more is sent.
    if (size > longest) throw tooLong(longest);
    reason = choice.finish_reason ?? reason;
  }
  return {
    usage,
    whole() {
      refuseUnfinished(reason);
      const named = calls.map(({ id, name, arguments: given }, at) => ({
        id: id || `call_${at + 1}`,
        name,
        arguments: given,
      }));
      return { text, calls: named };
    },
  };
}

/** A new id begins a new call, also where a server gives every call the same index; what has no id continues its index. */
function grow(calls: GrowingCall[], { index, id, function: part }: Delta): void {
  const current = calls.findLast((one) => one.index === (index ?? one.index));
  if (current && (!id || id === current.id)) {
    current.name += part?.name && current.name !== part.name ? part.name : '';
    current.arguments += part?.arguments ?? '';
    return;
  }
  calls.push({ index: index ?? calls.length, id: id ?? '', name: part?.name ?? '', arguments: part?.arguments ?? '' });
}

function tooLong(longest: number): ClientFailure {
  const message = `The model’s answer has more than ${sizeWords(longest)} (GATEHOUSE_MAX_ANSWER); ask for less`;
  return new ClientFailure('model_answer_too_long', message);
}

function refuseUnfinished(reason: string | null): void {
  if (reason === null) {
    throw new ClientFailure('model_stream_broken', 'The model’s answer was cut off before its end; try again');
  }
  if (reason === 'length') {
    const message = 'The model’s answer reached its length limit; ask for less, or choose a model with longer answers';
    throw new ClientFailure('model_answer_too_long', message);
  }
  if (reason === 'content_filter') {
    throw new ClientFailure('model_refused', 'The provider’s content filter held the answer back; change the prompt');
  }
}
