// Our words for a conversation, written as the chat-completions protocol wants them.
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ModelMessage, ModelRequest } from '../../nodes/model/model-request.ts';

export function toChatRequest(request: ModelRequest, model: string): ChatCompletionCreateParamsStreaming {
  const { messages, tools, schema } = request;
  return {
    model,
    messages: messages.map(toChatMessage),
    stream: true,
    stream_options: { include_usage: true },
    ...(tools.length > 0 ? { tools: tools.map((tool) => ({ type: 'function' as const, function: tool })) } : {}),
    // Not strict: strict takes only some schemas, and the answer is checked against the whole one anyway.
    ...(schema ? { response_format: { type: 'json_schema' as const, json_schema: { name: 'answer', schema } } } : {}),
  };
}

function toChatMessage(message: ModelMessage): ChatCompletionMessageParam {
  const { role, text } = message;
  switch (role) {
    case 'system':
      return { role, content: text };
    case 'tool':
      return { role, tool_call_id: message.call, content: text };
    case 'assistant': {
      const calls = message.calls.map(({ id, name, arguments: given }) => ({
        id,
        type: 'function' as const,
        function: { name, arguments: given },
      }));
      return calls.length === 0 ? { role, content: text } : { role, content: text || null, tool_calls: calls };
    }
    case 'user': {
      if (!message.images?.length) return { role, content: text };
      const images = message.images.map((url) => ({ type: 'image_url' as const, image_url: { url } }));
      return { role, content: [{ type: 'text', text }, ...images] };
    }
  }
}
