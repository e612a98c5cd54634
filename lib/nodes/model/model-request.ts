// What a model is asked and what it answers, whoever provides it.
export type ModelToolCall = { id: string; name: string; arguments: string };
/** Images are data: addresses. */
export type ModelMessage =
  | { role: 'system' | 'user'; text: string; images?: string[] }
  | { role: 'assistant'; text: string; calls: ModelToolCall[] }
  | { role: 'tool'; call: string; text: string };
export type ModelTool = { name: string; description: string; parameters: Record<string, unknown> };
export type ModelRequest = {
  /** A model's name; null or "default" is the console's own. */
  model: string | null;
  purpose: 'step' | 'vision' | 'judge' | 'resolve';
  messages: ModelMessage[];
  tools: ModelTool[];
  /** A JSON Schema that the answer must follow. */
  schema?: Record<string, unknown>;
  /** Stops this call alone; the attempt goes on. */
  signal?: AbortSignal;
};
export type ModelReply = {
  model: string;
  text: string;
  calls: ModelToolCall[];
  input_tokens: number;
  output_tokens: number;
};
