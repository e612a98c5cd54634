// One node of the format in the native language: what it does, what every node may say, and where it leads.
import { childOf, entryOf, type SourceEntry, type SourceMap, toValue } from '../../source/source-tree.ts';
import { entryFrom, givenIn, listFrom, mapFrom, type Part, scalarFrom, textIn } from '../borrowed-tree.ts';
import { checksOf } from './checks.ts';
import type { GraphNode } from './graph-file.ts';
import { controlTypes } from './node-types.ts';
import { type Params, paramsOf, plainEntry, plainText } from './params.ts';
import { plannedCall } from './plan-steps.ts';
import { neededParams, toolCalls } from './tool-calls.ts';
import type { World } from './translate.ts';
import { controlParts } from './translate-control.ts';

type Parts = Record<string, Part>;

export function translateNode(node: GraphNode, world: World): SourceEntry {
  const id = world.ids.get(node) ?? node.id;
  const own = controlTypes.has(node.type) ? controlParts(node, world) : workParts(node, world);
  const { type, next, ...fields } = own;
  const { retry, timeout, settle, checks, ...said } = commonParts(node, own, world);
  return entryFrom(node, id, mapFrom(node, { type, ...said, ...fields, retry, timeout, settle, checks, next }));
}

const isTrue = (tree: SourceMap, key: string) => {
  const value = childOf(tree, key);
  return value?.kind === 'scalar' && value.value === true;
};

/** A time of zero is none. */
function duration(entry: SourceEntry | undefined): Part {
  if (entry?.value.kind !== 'scalar') return entry;
  const { value, text } = entry.value;
  return value === 0 ? undefined : entryFrom(entry, entry.key, scalarFrom(entry.value, `${text}ms`));
}

function retryOf(entry: SourceEntry | undefined): Part {
  if (entry?.value.kind !== 'scalar' || entry.value.value === 0) return undefined;
  const { value } = entry.value;
  return entryFrom(
    entry,
    'retry',
    mapFrom(entry.value, { attempts: typeof value === 'number' ? value + 1 : entry.value }),
  );
}

/** Every level but the lowest keeps what was called and answered. */
function commonParts(node: GraphNode, own: Parts, world: World): Parts {
  const { tree } = node;
  const name = givenIn(tree, 'name');
  const group = world.groups.get(node.id);
  const said = textIn(tree, 'description');
  const common: Parts = {
    name: name?.value.kind === 'scalar' ? name : scalarFrom(node, node.name),
    description: [said, group && `Group: ${group}`].filter((one) => one).join('\n') || undefined,
    enabled: isTrue(tree, 'enabled') ? undefined : givenIn(tree, 'enabled'),
    trace: textIn(tree, 'trace_level')?.toLowerCase() === 'off' ? 'off' : undefined,
  };
  const checks = checksOf(node, world.isLast(node) ? world.intent : undefined);
  if (own.type !== 'tool' && own.type !== 'ai') {
    if (checks.length > 0)
      world.warn('not_judged', node, `${node.type} "${node.name}" does no work, so its checks are left out`);
    return common;
  }
  return {
    ...common,
    retry: retryOf(givenIn(tree, 'retries')),
    timeout: own.type === 'ai' ? undefined : duration(givenIn(tree, 'timeout_ms')),
    settle: duration(givenIn(tree, 'settle_ms')),
    checks: checks.length > 0 ? listFrom(node, checks) : undefined,
  };
}

function workParts(node: GraphNode, world: World): Parts {
  const next = world.way(node);
  switch (node.type) {
    case 'Start':
    case 'End':
      if (textIn(node.params, 'prompt') !== undefined) return { ...modelParts(node, world), next };
      return node.type === 'End' ? { type: 'end' } : { type: 'checkpoint', label: plainText(node.name), next };
    case 'Step':
    case 'AiStep':
      return { ...modelParts(node, world), next };
    case 'AiTransform':
      return { ...transformParts(node, world), next };
    case 'Tool': {
      const given = childOf(node.params, 'arguments');
      const p = paramsOf(given?.kind === 'map' ? given : mapFrom(node, {}), world.refer);
      return { ...toolParts(node, plannedCall(node.params, p), world), next };
    }
    default: {
      const call = toolCalls.get(node.type);
      if (!call) return keptParts(node, world);
      const p = paramsOf(node.params, world.refer);
      const called = call(p);
      const parts = called.find === undefined ? toolParts(node, called, world) : findingParts(node, called, world);
      checkNeeded(node, world);
      warnUnused(node, p, world);
      if (textIn(childOf(node.params, 'target'), 'type') === 'WindowControl') {
        const message = `${node.type} "${node.name}" means a button of the window, which is looked for in words`;
        world.warn('in_words', node, message);
      }
      return { ...parts, next };
    }
  }
}

function checkNeeded({ type, name, params, place, path }: GraphNode, { findings }: World): void {
  const key = neededParams.get(type);
  if (key === undefined || givenIn(params, `${key}_ref`)) return;
  // Nothing can be typed, but nothing cannot be called.
  const said = entryOf(params, key)?.value;
  const isEmptyText =
    said?.kind === 'scalar' && said.value === '' && type !== 'McpToolCall' && type !== 'AppDebugKitOp';
  if (isEmptyText || givenIn(params, key)) return;
  findings.error({ code: 'missing', place, path: [...path, key], message: `${type} "${name}" needs "${key}"` });
}

function warnUnused(node: GraphNode, p: Params, world: World): void {
  p.ignore('verification_method');
  p.ignore('verification_assertion');
  if (node.params === node.tree) return;
  for (const { key, place } of p.unused()) {
    const message = `"${key}" of ${node.type} "${node.name}" is not used: its tool is never told`;
    world.findings.warning({ code: 'unused_param', place, path: [...node.path, key], message });
  }
}

function toolParts(
  node: GraphNode,
  { tool, target, arguments: given, whole }: ReturnType<typeof plannedCall>,
  world: World,
): Parts {
  const parts = whole ?? mapFrom(node.params, given ?? {});
  const isNone = parts.kind === 'map' && parts.entries.length === 0;
  return {
    type: 'tool',
    server: world.serverOf(node),
    tool: tool ?? '',
    target,
    arguments: isNone ? undefined : parts,
  };
}

/** Its system has a model find the element, which only a snapshot of the page names; so does this one. */
function findingParts(node: GraphNode, { tool, find = '' }: ReturnType<typeof plannedCall>, world: World): Parts {
  world.warn(
    'by_model',
    node,
    `${node.type} "${node.name}" says in words which element is meant: a model looks for it`,
  );
  const server = world.serverOf(node);
  const words = `Use ${tool} on this element of the page: “${find}”. Take a snapshot first: it tells the uid of each element.`;
  const tools = ['cdp_take_snapshot', 'cdp_find_elements', String(tool)].map((name) => `${server}.${name}`);
  return { type: 'ai', prompt: scalarFrom(node, words), tools: listFrom(node, tools) };
}

/** Words that its system adds to the prompt. */
const hints = [
  ['button_text', (text: string) => `Button to find: "${text}"`],
  ['template_image', (text: string) => `Image to find: ${text}`],
  ['image_path', (text: string) => `Image to find: ${text}`],
] as const;

function modelParts(node: GraphNode, world: World): Parts {
  const { params } = node;
  const written = givenIn(params, 'prompt');
  if (!written) world.warn('no_prompt', node, `${node.type} "${node.name}" has no prompt: its name is taken for one`);
  const reference = givenIn(params, 'prompt_ref');
  const added = [
    ...hints.flatMap(([key, words]) => {
      const text = textIn(params, key);
      return text === undefined ? [] : [plainText(words(text))];
    }),
    ...(reference ? [world.refer(reference.value).text] : []),
  ];
  const origin = written?.value ?? node;
  const words = plainText(textIn(params, 'prompt') ?? node.name);
  const prompt = written && added.length === 0 ? plainEntry(written) : scalarFrom(origin, [words, ...added].join('\n'));
  return {
    type: 'ai',
    prompt,
    tools: toolsOf(node, world),
    max_tool_calls: givenIn(params, 'max_tool_calls'),
    time_limit: duration(givenIn(params, 'timeout_ms') ?? givenIn(node.tree, 'timeout_ms')),
  };
}

/** Nothing said is everything; a name that no tool can have is left out. */
function toolsOf(node: GraphNode, world: World): Part {
  const server = world.serverOf(node);
  const allowed = givenIn(node.params, 'allowed_tools');
  if (allowed?.value.kind !== 'list') return listFrom(node, [`${server}.*`]);
  const items = allowed.value.items.flatMap((item) => {
    const name = item.kind === 'scalar' ? item.text : '';
    if (/^[^\s*$]+$/.test(name)) return [scalarFrom(item, `${server}.${name}`)];
    world.findings.warning({
      code: 'unused_param',
      place: item.place,
      path: node.path,
      message: `"${name}" is not the name of a tool`,
    });
    return [];
  });
  return entryFrom(allowed, 'tools', listFrom(allowed, items));
}

/** A transform sees what its input gave, and has no tools. */
function transformParts({ params, tree }: GraphNode, world: World): Parts {
  const kind = plainText(textIn(params, 'kind') ?? '');
  const input = world.refer(childOf(params, 'input_ref') ?? tree).text;
  const schema = givenIn(params, 'output_schema');
  const wanted = schema ? `\nAnswer with JSON of this shape: ${plainText(JSON.stringify(toValue(schema.value)))}` : '';
  const prompt = `Perform a '${kind}' transform on the input.\nInput: ${input}${wanted}`;
  return { type: 'ai', prompt: scalarFrom(tree, prompt), tools: listFrom(tree, []), max_tool_calls: 0 };
}

/** What this console cannot do is done by a person, who reads what was written. */
function keptParts(node: GraphNode, world: World): Parts {
  const message = `${node.type} "${node.name}" cannot be run here: a person is asked to do it`;
  world.findings.warning({ code: 'unknown_node_type', place: node.place, path: node.path, message });
  const { type: _, ...said } = toValue(node.params as SourceMap) as Record<string, unknown>;
  const words = `“${node.name}” is a step that cannot be run here (${node.type}). Do it by hand, then go on.\n${JSON.stringify(said)}`;
  const option = (id: string, label: string) => mapFrom(node, { id, label });
  return {
    type: 'gate',
    kind: 'question',
    message: scalarFrom(node, plainText(words)),
    options: listFrom(node, [option('done', 'It is done'), option('stop', 'Stop the run')]),
    on: mapFrom(node, { done: world.way(node), stop: 'fail' }),
  };
}
