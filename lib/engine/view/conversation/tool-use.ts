// One call that a model asked for, from its wish to what it was told: carried out, changed or denied by a person, refused
// because there is no such tool, or left when the work was over.
import { isSame } from '../../../nodes/parts/is-same.ts';
import type { EventOf } from '../../events.ts';

export type ToolUse = {
  id: string;
  name: string;
  arguments: unknown;
  /** As they were carried out, where a person changed them. */
  changed?: unknown;
  status: 'wanted' | 'asked' | 'running' | 'done' | 'failed' | 'denied' | 'refused' | 'left';
  gate?: string;
  verdict?: { by: string; allowed: boolean; comment: string | null };
  /** What the model was told, or what the tool said as long as it was not told yet; undefined for nothing so far. */
  result?: unknown;
  ms?: number;
  /** The event of the call. */
  seq?: number;
  /** Artifacts. */
  images: string[];
};

export function toolUse(id: string, name: string, given: unknown): ToolUse {
  return { id, name, arguments: given, status: 'wanted', images: [] };
}

export function nextWaiting(tools: ToolUse[]): ToolUse | undefined {
  return tools.find(({ status }) => status === 'wanted');
}

/** As a workflow writes it: the workspace's own tools have no server. */
export function nameOf({ server, tool }: { server: string; tool: string }): string {
  return server === 'workspace' ? tool : `${server}.${tool}`;
}

/** Names on the wire have other characters, and may be cut or counted. */
function isNamed(wire: string, label: string): boolean {
  const plain = label.replace('.', '__').replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return wire === plain || wire.slice(0, 40) === plain.slice(0, 40);
}

/** Calls are carried out in order, one at a time; one that is passed over was not carried out. */
export function takeToolCall(tools: ToolUse[], { seq, data }: EventOf<'tool_call'>): boolean {
  const label = nameOf(data);
  const tool = tools.find(({ status, name }) => status === 'wanted' && isNamed(name, label));
  if (!tool) return false;
  tool.name = label;
  tool.seq = seq;
  tool.status = 'running';
  if (tool.changed === undefined && tool.verdict && !isSame(tool.arguments, data.arguments))
    tool.changed = data.arguments;
  return true;
}

export function takeToolResult(tools: ToolUse[], { data }: EventOf<'tool_result'>): void {
  const label = nameOf(data);
  const tool = tools.find(({ status, name }) => status === 'running' && name === label);
  if (!tool) return;
  tool.status = data.is_error ? 'failed' : 'done';
  tool.result = data.text;
  tool.ms = data.ms;
}

/** A call that was never carried out came to what the model was told about it. */
export function told(tool: ToolUse, text: unknown): void {
  tool.result = text;
  if (tool.status === 'done' || tool.status === 'failed' || tool.status === 'denied') return;
  const words = String(text);
  tool.status = words.startsWith('Refused:')
    ? 'refused'
    : words.startsWith('Denied by ')
      ? 'denied'
      : words.startsWith('Error:')
        ? 'failed'
        : 'done';
}

export function endTools(tools: ToolUse[]): void {
  for (const tool of tools) if (/^(wanted|asked|running)$/.test(tool.status)) tool.status = 'left';
}
