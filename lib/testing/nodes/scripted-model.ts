// For tests of nodes that let a model work: a world with a scripted model, one server called `box`, files and a notebook
// in memory. Everything asked of it is kept.

import type { NodeContext, ToolResult } from '../../nodes/contract/node-context.ts';
import type { ModelWork } from '../../nodes/model/model-loop.ts';
import type { ModelReply, ModelRequest } from '../../nodes/model/model-request.ts';
import { workingContext } from './node-context.ts';

export type Said = { text?: string; calls?: { name: string; arguments?: unknown }[] } | Error;
type Tool = (args: Record<string, unknown>) => ToolResult | Promise<ToolResult>;

export const textResult = (text: string): ToolResult => ({ isError: false, content: [{ type: 'text', text }] });
const repeat: Tool = (args) => textResult(`echo ${JSON.stringify(args)}`);

export function modelWorld(
  script: Said[] | ((request: ModelRequest) => Said),
  tools: Record<string, Tool> = { echo: repeat },
) {
  const requests: ModelRequest[] = [];
  const called: [string, string, Record<string, unknown>][] = [];
  const traced: { type: string; data: Record<string, unknown> }[] = [];
  const saved: { name: string; bytes: string }[] = [];
  let notebook: unknown = null;
  const replies = Array.isArray(script) ? [...script] : script;

  async function callModel(request: ModelRequest): Promise<ModelReply> {
    requests.push(structuredClone({ ...request, signal: undefined }));
    request.signal?.throwIfAborted();
    const said = typeof replies === 'function' ? replies(request) : replies.shift();
    if (!said) throw new Error('the script of this model is over');
    if (said instanceof Error) throw said;
    const calls = (said.calls ?? []).map(({ name, arguments: given = {} }, index) => ({
      id: `c${requests.length}-${index}`,
      name,
      arguments: typeof given === 'string' ? given : JSON.stringify(given),
    }));
    return { model: 'scripted', text: said.text ?? '', calls, input_tokens: 10, output_tokens: 5 };
  }

  const ctx = (more: Partial<NodeContext> = {}): NodeContext =>
    workingContext({
      callModel,
      listTools: async () =>
        Object.keys(tools).map((name) => ({ name, description: name, input_schema: {}, read_only: false })),
      callTool: async (server, tool, args) => {
        called.push([server, tool, args]);
        return (tools[tool] as Tool)(args);
      },
      trace: (type, data) => traced.push({ type, data }),
      saveArtifact: async ({ name, type = '', bytes = '' }) => {
        saved.push({ name, bytes: String(bytes) });
        return { id: `a${saved.length}`, name, type, size: bytes.length, sha256: '' };
      },
      notebook: {
        read: async () => notebook,
        write: async (value) => {
          notebook = JSON.parse(JSON.stringify(value));
        },
      },
      ...more,
    });
  /** What the model was told since its last answer, in its n-th request. */
  const told = (index: number) => {
    const { messages = [] } = requests.at(index) ?? {};
    return messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1).map(({ text }) => text);
  };
  const warnings = () => traced.filter(({ type }) => type === 'warning').map(({ data }) => data.code);
  return { ctx, requests, called, traced, saved, told, warnings };
}

/** Work with every tool of the box. */
export const work = (more: Partial<ModelWork> = {}): ModelWork => ({
  instructions: '',
  prompt: 'Do it',
  model: null,
  tools: ['box.*'],
  ask: [],
  max_tool_calls: 10,
  ...more,
});

export const echo = (arg: unknown = {}) => ({ name: 'box__echo', arguments: arg });
