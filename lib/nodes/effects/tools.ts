// One call of an MCP tool, like that of a tool node. The tool is written out, never a template: its server must be approved
// before the action starts.
import { z } from 'zod';
import { tool } from '../tool.ts';
import { computedPath, storeAs, stored } from './data-path.ts';
import { defineEffect } from './define-effect.ts';

const name = /^([A-Za-z_][A-Za-z0-9_-]*)\.([^\s${}]+)$/;

function partsOf(written: string): [server: string, tool: string] {
  const [, server = '', called = ''] = name.exec(written) ?? [];
  return [server, called];
}

const mcpToolCall = defineEffect(
  'mcp_tool_call',
  {
    tool: z.string().regex(name, { message: 'must be a server and one of its tools, like files.read_file' }),
    params: z.union([z.record(z.string(), z.unknown()), z.string()]).default({}),
    store_as: storeAs.optional(),
  },
  {
    writes: (one) => (one.store_as === undefined ? [] : [computedPath(one.store_as)]),
    servers: (one) => [partsOf(one.tool)[0]],
    executes: (one) => [one.tool],
    async act(one, ctx) {
      const [server, called] = partsOf(one.tool);
      const params = z.record(z.string(), z.unknown()).safeParse(ctx.data.render(one.params));
      if (!params.success) throw new Error('params must be a group of keys');
      const outcome = await tool.execute?.({ server, tool: called, arguments: params.data }, ctx);
      if (!outcome || 'suspended' in outcome) return outcome ?? {};
      if (!outcome.ok) throw new Error(outcome.error.message);
      return one.store_as === undefined ? {} : stored(ctx.data, one.store_as, outcome.result);
    },
  },
);

export const toolEffects = [mcpToolCall];
