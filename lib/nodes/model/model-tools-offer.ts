// What the allow-list means here and now: the tools the servers really have, under names that a provider accepts. Names
// on the wire carry the server's, so that no server can stand in for another's tool.
import type { NodeContext, ToolInfo, ToolResult } from '../contract/node-context.ts';
import type { ModelTool } from './model-request.ts';
import { isAllowed, isWorkspaceTool, serversOf } from './model-tools.ts';
import { describeWorkspaceTool, runWorkspaceTool } from './workspace-tools.ts';

export type OfferedTool = ModelTool & {
  /** As it is written in a workflow: `server.tool`, or a workspace tool. */
  label: string;
  /** A person must allow each call. */
  asks: boolean;
  run(args: Record<string, unknown>): Promise<ToolResult>;
};

export type Offer = { tools: OfferedTool[]; missing: string[] };

const longestName = 64;
const longestDescription = 1024;

export async function offerTools(limits: { tools: string[]; ask: string[] }, ctx: NodeContext): Promise<Offer> {
  const servers = await Promise.all(
    serversOf(limits.tools).map(async (server) => ({ server, has: await ctx.listTools(server) })),
  );
  const taken = new Set<string>();
  const named = (label: string, wanted: string): Pick<OfferedTool, 'name' | 'label' | 'asks'> => ({
    name: freeName(wanted, taken),
    label,
    asks: isAllowed(limits.ask, label),
  });
  const ofWorkspace = [...new Set(limits.tools)].filter(isWorkspaceTool).map((name) => ({
    ...named(name, name),
    ...describeWorkspaceTool(name),
    run: (args: Record<string, unknown>) => runWorkspaceTool(name, args, ctx),
  }));
  const ofServers = servers.flatMap(({ server, has }) =>
    has
      .filter(({ name }) => isAllowed(limits.tools, `${server}.${name}`))
      .map(({ name, description, input_schema }: ToolInfo) => ({
        ...named(`${server}.${name}`, `${server}__${name}`),
        description: description.slice(0, longestDescription),
        parameters: input_schema,
        run: (args: Record<string, unknown>) => ctx.ofModel.callTool(server, name, args),
      })),
  );
  const tools = [...ofWorkspace, ...ofServers];
  const isThere = (entry: string) => entry.endsWith('.*') || tools.some(({ label }) => label === entry);
  return { tools, missing: limits.tools.filter((entry) => !isThere(entry)) };
}

/** Letters, digits, _ and -, short enough, and used once. */
function freeName(wanted: string, taken: Set<string>): string {
  const plain = wanted.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  let name = plain.slice(0, longestName);
  for (let count = 2; taken.has(name); count++) {
    const ending = `_${count}`;
    name = plain.slice(0, longestName - ending.length) + ending;
  }
  taken.add(name);
  return name;
}
