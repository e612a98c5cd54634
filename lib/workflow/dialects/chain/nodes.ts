// The kinds of nodes (those of a later kind of chains: walker-nodes): a step follows a file or words of its own, a decision is a question with choices, a delegate is
// another chain.
import type { SourceMap, SourceNode } from '../../source/source-tree.ts';
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
import { freeIdIn } from '../legal-ids.ts';
import { modelLimits } from '../model-limits.ts';
import { type ChainFile, callOf, targetFrom, variableText } from './chain-file.ts';
import { isWalkerDecision, walkerDecision, walkerKinds } from './walker-nodes.ts';

export type ChainNode = { id: string; written: string; tree: SourceMap; place: SourceMap['place'] };
type Fields = Record<string, Part>;

/** `@skills/plan/SKILL.md` is the skill `plan`, `@commands/issue/new.md` the command `issue:new`. */
function instructionsAt(reference: string): { type: string; name: string } | null {
  const path = reference.replace(/^(?:@|\.?\/)+/, '').replace(/^\.claude\//, '');
  const [, folder, inner = ''] = /^(skills|commands|agents)\/(.+?)(?:\/SKILL)?(?:\.md)?$/.exec(path) ?? [];
  if (folder === 'skills') return { type: 'skill', name: inner };
  return folder === 'commands' ? { type: 'command', name: inner.split('/').join(':') } : null;
}

/** What a step is told besides its file: the variables, each with its value. */
function argumentsOf(file: ChainFile, node: ChainNode): Part {
  const lines = [...file.variables.keys()].map((name) => `${name}: ${variableText(file, name)}`);
  return lines.length > 0 ? scalarFrom(node, lines.join('\n')) : undefined;
}

function step(file: ChainFile, node: ChainNode): Fields | null {
  const reference = textIn(node.tree, 'content_ref');
  const inline = givenIn(node.tree, 'content_inline') ?? givenIn(node.tree, 'content');
  const known = reference === undefined ? null : instructionsAt(reference);
  // A session that a step speaks of is the chain's, where the chain has a variable for it.
  const session = "${result.session_id ?? computed.session_id ?? inputs['session_id']}";
  const save = file.variables.has('session_id') ? mapFrom(node, { session_id: session }) : undefined;
  const next = targetFrom(file, givenIn(node.tree, 'next'), node.tree);
  if (known) {
    const executor = scalarFrom(givenIn(node.tree, 'content_ref')?.value ?? node, known.name);
    return { type: known.type, executor, args: argumentsOf(file, node), ...modelLimits(node), save, next };
  }
  if (!inline && reference === undefined) {
    const message = `step "${node.written}" needs "content_ref" or "content_inline"`;
    file.findings.error({ code: 'missing', place: node.place, path: ['nodes', node.written], message });
    return null;
  }
  const words = inline ? literally(inline.value) : scalarFrom(node, `Follow the file ${reference}.`);
  const variables = [...file.variables.keys()].map((name) => `\n${name}: ${variableText(file, name)}`).join('');
  const prompt =
    words.kind === 'scalar' ? { ...words, value: words.text + variables, text: words.text + variables } : words;
  return { type: 'ai', prompt, ...modelLimits(node), save, next };
}

function decision(file: ChainFile, node: ChainNode): Fields | null {
  const choices = givenIn(node.tree, 'choices')?.value;
  const taken: string[] = [];
  const options = (choices?.kind === 'list' ? choices.items : []).flatMap((tree) => {
    const label = textIn(tree, 'label') ?? textIn(tree, 'name') ?? textIn(tree, 'id');
    if (label === undefined) return [];
    const plain = label
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '');
    const id = freeIdIn(plain || 'choice', taken);
    taken.push(id);
    return [{ id, tree, label, to: targetFrom(file, givenIn(tree, 'next'), tree) }];
  });
  const usual = givenIn(node.tree, 'default');
  const fallback = usual && targetFrom(file, usual, node.tree);
  const leads = (to: Part) => (typeof to === 'object' && to !== null && 'text' in to ? to.text : '');
  if (fallback && !options.some(({ to }) => leads(to) === leads(fallback))) {
    options.push({ id: freeIdIn('default', taken), tree: usual.value, label: 'Default', to: fallback });
  }
  if (options.length === 0) {
    const words = `decision "${node.written}" needs "choices", each with a "label"`;
    file.findings.error({
      code: 'missing',
      place: node.place,
      path: ['nodes', node.written, 'choices'],
      message: words,
    });
    return null;
  }
  const message = givenIn(node.tree, 'prompt') ?? givenIn(node.tree, 'question') ?? givenIn(node.tree, 'name');
  return {
    type: 'gate',
    kind: 'question',
    message: message && literally(message.value),
    options: listFrom(
      givenIn(node.tree, 'choices') ?? node,
      options.map(({ id, tree, label }) =>
        mapFrom(tree, { id, label: literally(scalarFrom(tree, label)), description: literalIn(tree, 'description') }),
      ),
    ),
    on: mapOfEntries(
      node,
      options.flatMap(({ id, tree, to }) => (to === undefined ? [] : [entryFrom(tree, id, to)])),
    ),
  };
}

const literalIn = (tree: SourceNode, key: string): SourceNode | undefined => {
  const entry = givenIn(tree, key);
  return entry && literally(entry.value);
};

const namesIn = (node: ChainNode, key: string): string[] => {
  const value = givenIn(node.tree, key)?.value;
  if (value?.kind === 'map') return value.entries.map((entry) => entry.key);
  return value?.kind === 'list' ? value.items.flatMap((item) => (item.kind === 'scalar' ? [item.text] : [])) : [];
};

function delegate(file: ChainFile, node: ChainNode): Fields | null {
  const chain = givenIn(node.tree, 'chain');
  if (chain?.value.kind !== 'scalar') {
    const message = `delegate "${node.written}" needs "chain"`;
    file.findings.error({ code: 'missing', place: node.place, path: ['nodes', node.written, 'chain'], message });
    return null;
  }
  const { workflow, inputs } = callOf(chain.value.text, chain.value);
  const passed = namesIn(node, 'pass_variables').map((name) =>
    entryFrom(givenIn(node.tree, 'pass_variables') ?? node, name, variableText(file, name)),
  );
  const entry = givenIn(node.tree, 'entry');
  const given = [...passed, ...(entry ? [entryFrom(entry, 'entry', entry.value)] : [])];
  const received = namesIn(node, 'receive_variables').map((name) =>
    entryFrom(givenIn(node.tree, 'receive_variables') ?? node, name, `\${result.data.computed.${name}}`),
  );
  return {
    type: 'call',
    workflow: scalarFrom(chain.value, workflow as string),
    inputs: given.length > 0 ? mapOfEntries(node, given) : inputs,
    outputs: received.length > 0 ? mapOfEntries(node, received) : undefined,
    next: targetFrom(file, givenIn(node.tree, 'next'), node.tree),
  };
}

/** The variables that its delegates speak of, whether the chain declares them or not. */
export const passedVariables = (node: ChainNode) => namesIn(node, 'pass_variables');

export const nodeTypes = ['step', 'decision', 'delegate', ...Object.keys(walkerKinds)];

export function translateNode(file: ChainFile, node: ChainNode): SourceMap {
  const type = givenIn(node.tree, 'type');
  const word = textIn(node.tree, 'type') ?? '';
  const kinds: Record<string, (one: ChainFile, of: ChainNode) => Fields | null> = {
    ...walkerKinds,
    step,
    decision: isWalkerDecision(node.tree) ? walkerDecision : decision,
    delegate,
  };
  const translate = Object.hasOwn(kinds, word) ? kinds[word] : undefined;
  if (!translate) {
    const message = type
      ? `node "${node.written}" has the unknown type "${word}"`
      : `node "${node.written}" needs "type"`;
    const suggestion = file.findings.didYouMean(word, nodeTypes) ?? `the types of a chain are ${nodeTypes.join(', ')}`;
    const place = type?.value.place ?? node.place;
    file.findings.error({ code: 'unknown_type', place, path: ['nodes', node.written, 'type'], message, suggestion });
  }
  return mapFrom(node, {
    ...(translate?.(file, node) ?? { type: 'checkpoint' }),
    name: literalIn(node.tree, 'name'),
    description: givenIn(node.tree, 'description'),
  });
}
