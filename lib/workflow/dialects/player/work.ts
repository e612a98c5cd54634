// What a node of a template does: a skill, a command, a program that is given a prompt, or an agent.
import type { Findings } from '../../problems/findings.ts';
import type { SourceEntry, SourceMap, SourceNode, SourceScalar } from '../../source/source-tree.ts';
import {
  entryFrom,
  givenIn,
  listFrom,
  literally,
  mapFrom,
  mapOfEntries,
  type Part,
  scalarFrom,
  textIn,
} from '../borrowed-tree.ts';
import { modelLimits } from '../model-limits.ts';
import { type Names, referencesIn, withReferences } from './references.ts';

export type TemplateNode = { id: string; written: string; tree: SourceMap; place: SourceMap['place'] };
type Fields = Record<string, Part>;
export type Translating = { findings: Findings; names: Names };

const presets = ['gemini', 'qwen', 'codex', 'claude'];
const modes = ['analysis', 'write'];

/** Agents that the other system has without a file. */
const ownAgents: Record<string, string> = {
  'general-purpose': 'You carry out the task that you are given, step by step, and report what you did.',
  'code-reviewer': 'You review code: you look for faults, risks and what is missing, and report what you found.',
};

const argumentsOf = ({ tree }: TemplateNode) =>
  givenIn(tree, 'args_template') ?? givenIn(tree, 'args') ?? givenIn(tree, 'prompt');

/** In one text: what is a group there is its JSON here. */
function textOf(node: TemplateNode, { names }: Translating): SourceScalar {
  const written = argumentsOf(node)?.value;
  if (written?.kind === 'scalar') return withReferences({ ...written, value: written.text }, names);
  const words = textIn(node.tree, 'description') ?? textIn(node.tree, 'name') ?? node.written;
  if (!written) return literally(scalarFrom(node, words)) as SourceScalar;
  return withReferences(scalarFrom(written, JSON.stringify(plainOf(written))), names);
}

function plainOf(node: SourceNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainOf);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainOf(value)]));
}

/** `/workflow:plan` is called as `workflow:plan` is. */
function executorOf({ tree }: TemplateNode): Part {
  const entry = givenIn(tree, 'executor');
  return entry?.value.kind === 'scalar' ? scalarFrom(entry.value, entry.value.text.replace(/^[/@]+/, '')) : entry;
}

function instructed(node: TemplateNode, type: string, { names }: Translating): Fields {
  const args = argumentsOf(node);
  return { type, executor: executorOf(node), args: args && referencesIn(args.value, names), ...modelLimits(node) };
}

function agent(node: TemplateNode, inGroup: boolean, translating: Translating): Fields {
  const background = givenIn(node.tree, 'run_in_background');
  return {
    type: 'agent',
    agent: executorOf(node) ?? 'general-purpose',
    prompt: textOf(node, translating),
    ...modelLimits(node),
    background: inGroup ? undefined : background,
  };
}

/** One of the known programs with a prompt; or, where an executor of another name stands alone, that program. */
function program(node: TemplateNode, translating: Translating): Fields {
  const { tree } = node;
  const { findings } = translating;
  const executor = textIn(tree, 'executor') ?? 'ccw cli';
  const tool = givenIn(tree, 'cli_tool');
  if (!tool && !/^ccw\b/.test(executor)) {
    const words = executor.split(/\s+/).filter((word) => word !== '');
    const args = argumentsOf(node) ? [textOf(node, translating)] : [];
    return { type: 'cli', command: listFrom(givenIn(tree, 'executor') ?? node, [...words, ...args]) };
  }
  const warn = (entry: { place: SourceMap['place'] }, key: string, message: string) =>
    findings.warning({ code: 'left_out', place: entry.place, path: ['nodes', node.id, key], message });
  const name = textIn(tree, 'cli_tool')?.toLowerCase() ?? 'gemini';
  if (!tool) warn(node, 'cli_tool', `node "${node.written}" names no "cli_tool"; it is given to gemini`);
  else if (!presets.includes(name)) {
    const message = `node "${node.written}" names the unknown program "${name}"`;
    const suggestion = findings.didYouMean(name, presets) ?? `the programs are ${presets.join(', ')}`;
    findings.error({
      code: 'unknown_type',
      place: tool.value.place,
      path: ['nodes', node.id, 'cli_tool'],
      message,
      suggestion,
    });
  }
  const mode = givenIn(tree, 'cli_mode');
  const isKnown = modes.includes(textIn(tree, 'cli_mode') ?? 'analysis');
  if (mode && !isKnown)
    warn(mode, 'cli_mode', `"${textIn(tree, 'cli_mode')}" is no mode that is known; it may only read`);
  return {
    type: 'cli',
    preset: scalarFrom(tool?.value ?? node, presets.includes(name) ? name : 'gemini'),
    mode: isKnown ? mode : undefined,
    rule: givenIn(tree, 'cli_rule') && literally((givenIn(tree, 'cli_rule') as SourceEntry).value),
    prompt: textOf(node, translating),
    background: true,
  };
}

/** Null for a type that there is not. */
export function translateWork(node: TemplateNode, inGroup: boolean, translating: Translating): Fields | null {
  const { tree } = node;
  switch (textIn(tree, 'type')?.toLowerCase()) {
    case 'skill':
      return instructed(node, 'skill', translating);
    case 'command':
      return instructed(node, 'command', translating);
    case 'agent':
      return agent(node, inGroup, translating);
    case 'cli':
      return program(node, translating);
    case 'checkpoint': {
      const label = givenIn(tree, 'name') ?? givenIn(tree, 'description');
      return {
        type: 'checkpoint',
        label: label && literally(label.value),
        auto_continue: givenIn(tree, 'auto_continue'),
      };
    }
    default:
      return null;
  }
}

/** Roles for those of them that nodes name. */
export function agentRoles(nodes: TemplateNode[]): SourceMap | undefined {
  const used = nodes.flatMap((node): SourceEntry[] => {
    if (textIn(node.tree, 'type')?.toLowerCase() !== 'agent') return [];
    const name = textIn(node.tree, 'executor') ?? 'general-purpose';
    const instructions = ownAgents[name];
    return instructions === undefined ? [] : [entryFrom(node, name, mapFrom(node, { instructions }))];
  });
  const first = new Map(used.toReversed().map((entry) => [entry.key, entry]));
  return used[0] ? mapOfEntries(used[0], [...first.values()].reverse()) : undefined;
}
