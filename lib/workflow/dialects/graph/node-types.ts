// How a node says which type it is of, and what a type is called where a node has no name.
import { entryOf, type SourceMap } from '../../source/source-tree.ts';
import { mapFrom, textIn } from '../borrowed-tree.ts';
import { isMap } from './graph-file.ts';

/** `{ type: Click, … }`, and as other writers of such data have it: `{ Click: { … } }` or the bare name beside the fields. */
export function typedPart(node: SourceMap): { type: string; params: SourceMap } {
  const written = entryOf(node, 'node_type')?.value;
  if (written?.kind === 'scalar') return { type: written.value === null ? '' : written.text, params: node };
  if (!isMap(written)) return { type: '', params: mapFrom(node, {}) };
  const type = textIn(written, 'type');
  if (type !== undefined) return { type, params: written };
  const [only, ...others] = written.entries;
  if (!only || others.length > 0) return { type: '', params: written };
  return { type: only.key, params: isMap(only.value) ? only.value : mapFrom(only, {}) };
}

const names = new Map([
  ['AiStep', 'AI Step'],
  ['McpToolCall', 'MCP Tool Call'],
  ['AppDebugKitOp', 'AppDebugKit Op'],
]);

/** `TakeScreenshot` is called "Take Screenshot", a planned step by its tool. */
export function displayName(type: string, params: SourceMap): string {
  if (type === 'Tool') return (textIn(params, 'tool_name') ?? type).replaceAll('_', ' ');
  if (type === 'AiTransform') return `AI Transform (${textIn(params, 'kind') ?? ''})`;
  return names.get(type) ?? type.replace(/^Cdp(?=[A-Z])/, 'CDP').replace(/(?<=[a-z])(?=[A-Z])|(?<=CDP)(?=[A-Z])/g, ' ');
}

export const controlTypes = new Set(['If', 'Switch', 'Loop', 'EndLoop']);
/** Nodes on which a model works: what they say is their text. */
export const modelTypes = new Set(['AiStep', 'AiTransform', 'Step']);
