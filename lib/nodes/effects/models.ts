// Effects that let a model work, exactly as the nodes of these kinds do: the same tools, the same questions to people, the
// same limits. What it said last is kept as text.
import { z } from 'zod';
import { agent } from '../agent.ts';
import type { NodeDefinition } from '../contract/define-node.ts';
import type { NodeContext } from '../contract/node-context.ts';
import type { Suspended } from '../contract/outcome.ts';
import { askField, modelWords, serversOf, toolsField } from '../model/model-tools.ts';
import { skill } from '../skill.ts';
import { task } from '../task.ts';
import { computedPath, storeAs, stored } from './data-path.ts';
import { defineEffect, type EffectResult, type Fault } from './define-effect.ts';
import { path } from './files.ts';

const limits = { tools: toolsField.optional(), ask: askField };
type Limits = { tools?: string[] | undefined; ask: string[] };
type Stored = { store_as?: string | undefined };

const common = {
  writes: ({ store_as }: Stored) => (store_as === undefined ? [] : [computedPath(store_as)]),
  servers: ({ tools }: Limits) => serversOf(tools),
};

const limitsOf = ({ tools, ask }: Limits) => ({ ...(tools === undefined ? {} : { tools }), ask });

/** What the node of this kind would find wrong with its limits. */
function faultOf(node: NodeDefinition, fields: Record<string, unknown>): Fault | null {
  const issue = node.fields.safeParse(fields).error?.issues[0];
  return issue ? { field: String(issue.path[0]), message: issue.message } : null;
}

async function work(
  node: NodeDefinition,
  fields: Record<string, unknown>,
  { store_as }: Stored,
  ctx: NodeContext,
): Promise<EffectResult | Suspended> {
  const outcome = await node.execute?.(node.fields.parse(fields), ctx);
  if (!outcome || 'suspended' in outcome) return outcome ?? {};
  if (!outcome.ok) throw new Error(outcome.error.message);
  return store_as === undefined ? {} : stored(ctx.data, store_as, (outcome.result as { text: string }).text);
}

const spawnAgent = defineEffect(
  'spawn_agent',
  {
    subagent_type: z.string().min(1).describe('A role, a file of agents/, or one of the known programs'),
    prompt: z.string().min(1),
    store_as: storeAs.optional(),
    run_in_background: z.boolean().default(false),
    ...limits,
  },
  {
    ...common,
    fault(one) {
      if (!one.run_in_background) return faultOf(agent, { agent: 'any', prompt: 'any', ...limitsOf(one) });
      const message =
        'is not possible in an action, which ends when its effects have; use an agent node with "background"';
      return { field: 'run_in_background', message };
    },
    executes: (one, modelOf) => [
      `agent ${one.subagent_type}`,
      ...modelWords(modelOf(one.subagent_type) ?? modelOf(), limitsOf(one)),
    ],
    act(one, ctx) {
      const { renderText } = ctx.data;
      const fields = { agent: renderText(one.subagent_type), prompt: renderText(one.prompt), ...limitsOf(one) };
      return work(agent, fields, one, ctx);
    },
  },
);

const invokeSkill = defineEffect(
  'invoke_skill',
  { skill: z.string().min(1), args: z.unknown().optional(), store_as: storeAs.optional(), ...limits },
  {
    ...common,
    fault: (one) => faultOf(skill, { executor: 'any', ...limitsOf(one) }),
    executes: (one, modelOf) => [`skill ${one.skill}`, ...modelWords(modelOf(), limitsOf(one))],
    act(one, ctx) {
      const { render, renderText } = ctx.data;
      return work(skill, { executor: renderText(one.skill), args: render(one.args), ...limitsOf(one) }, one, ctx);
    },
  },
);

/** Without the marks before and after it; the file may be anybody's, so no pattern that could try for ever. */
function titleOf(heading: string): string {
  const text = heading.replace(/^#+/, '').trim();
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return text[end - 1]?.trim() === '' ? text.slice(0, end).trim() : text;
}

/** From its heading to the next one that is not below it. */
function sectionOf(text: string, name: string, file: string): string {
  const lines = text.split('\n');
  const levelOf = (line: string) => /^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0;
  const isNamed = (line: string) => levelOf(line) > 0 && titleOf(line) === name;
  const start = lines.findIndex(isNamed);
  if (start === -1) throw new Error(`"${file}" has no section "${name}"`);
  const level = levelOf(lines[start] as string);
  const length = lines.slice(start + 1).findIndex((line) => levelOf(line) > 0 && levelOf(line) <= level);
  return lines.slice(start, length === -1 ? undefined : start + 1 + length).join('\n');
}

const invokePattern = defineEffect(
  'invoke_pattern',
  {
    path: path.describe('A Markdown file of the workspace that says what to do'),
    section: z.string().optional(),
    context: z.union([z.record(z.string(), z.unknown()), z.string()]).default({}),
    store_as: storeAs.optional(),
    ...limits,
  },
  {
    ...common,
    fault: (one) => faultOf(task, { action: 'any', ...limitsOf(one) }),
    executes: (one, modelOf) => [`follow ${one.path}`, ...modelWords(modelOf(), limitsOf(one))],
    async act(one, ctx) {
      const { render, renderText } = ctx.data;
      const file = renderText(one.path);
      const whole = await ctx.files.read(file);
      const text = one.section === undefined ? whole : sectionOf(whole, renderText(one.section), file);
      const params = z.record(z.string(), z.unknown()).safeParse(render(one.context));
      if (!params.success) throw new Error('context must be a group of keys');
      return work(task, { action: `follow this:\n\n${text}`, params: params.data, ...limitsOf(one) }, one, ctx);
    },
  },
);

export const modelEffects = [spawnAgent, invokeSkill, invokePattern];
