// What a tool's answer says: its structured value, else its text, as a value when that is JSON.
import type { ToolResult } from '../contract/node-context.ts';

export function answerText({ content }: ToolResult): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

export function answerValue(answer: ToolResult): unknown {
  if (answer.structured !== undefined) return answer.structured;
  const text = answerText(answer);
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? null : text;
  }
}
