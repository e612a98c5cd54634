// The questions of a blueprint whose options come from its data, and what their answers mean. Its own record of an answer
// has the chosen item in `selected`; ours has its id, by which the item is found again in the list.
import { childOf, type SourceMap, type SourceNode } from '../../../source/source-tree.ts';
import { type NativePath, nativeExpression, type ReadPath } from './expression.ts';

/** `items` is an expression of the file; the others are expressions over one item, as the file writes them. */
export type Prompt = { items: string | null; id: string | null; isMulti: boolean; isOpen?: boolean };
export type Prompts = Map<string, Prompt>;

const textOf = (node: SourceNode | undefined): string | null => (node?.kind === 'scalar' ? node.text : null);

export function promptsOf(root: SourceMap): Prompts {
  const nodes = childOf(root, 'nodes');
  const found: Prompts = new Map();
  for (const { key, value } of nodes?.kind === 'map' ? nodes.entries : []) {
    if (textOf(childOf(value, 'type')) !== 'user_prompt') continue;
    const prompt = childOf(value, 'prompt');
    found.set(key, { items: itemsText(prompt), id: itemText(prompt, 'id'), isMulti: isMulti(prompt) });
  }
  return found;
}

export function isMulti(prompt: SourceNode | undefined): boolean {
  const written = ['multiSelect', 'multi_select', 'multiple'].map((key) => textOf(childOf(prompt, key)));
  return written.includes('true');
}

/** The list that the options come from. */
export function itemsText(prompt: SourceNode | undefined): string | null {
  const written = textOf(childOf(prompt, 'options_from_state')) ?? textOf(childOf(prompt, 'options_from'));
  return written?.trim().replace(/^\$\{([^}]*)\}$/, '$1') ?? null;
}

/** How the file says a part of an option over one item. */
export function itemText(prompt: SourceNode | undefined, part: 'id' | 'label' | 'description'): string | null {
  const maps = ['option_mapping', 'option_template', 'options'].map((key) => childOf(prompt, key));
  const written = maps.map((map) => (map?.kind === 'map' ? textOf(childOf(map, part)) : null));
  return written.find((text) => text !== null) ?? textOf(childOf(prompt, `option_${part}`));
}

/** An expression over `one`. A bare path begins at the item; in a text the item has a name that nothing else has. */
export function itemExpression(text: string, isKnown: (root: string) => boolean, read: ReadPath): string | null {
  const one = (keys: string[]): NativePath => ({ root: 'one', keys, isSure: true });
  if (!text.includes('${')) return nativeExpression(text, (keys) => one(keys[0] === 'item' ? keys.slice(1) : keys));
  return nativeExpression(`\`${text.replace(/[`\\]/g, '\\$&')}\``, (keys) =>
    isKnown(keys[0] ?? '') ? read(keys) : one(keys.slice(1)),
  );
}

/** What stands for an item that says nothing about its id, as options from the run's data are read. */
export const anyId = '(one?.id ?? one?.value ?? one?.name ?? one?.label ?? one)';

function chosenItem(node: string, prompt: Prompt, read: ReadPath): string | null {
  const { items, id, isMulti: several } = prompt;
  // A list that comes from its own answer has no beginning.
  if (items === null || prompt.isOpen) return null;
  prompt.isOpen = true;
  const list = nativeExpression(items, read);
  prompt.isOpen = false;
  if (list === null) return null;
  const by = (id === null ? null : itemExpression(id, () => false, read)) ?? anyId;
  const response = `user_responses?.${node}`;
  return several
    ? `(${list})?.filter(one => (${response}?.values?.selected ?? [])?.includes(text(${by})))`
    : `(${list})?.find(one => text(${by}) == ${response}?.id)`;
}

/** `user_responses.<node>.…` and, where an answer is being dealt with, `response.…`; null for any other path. */
export function answerPath(
  [root = '', ...keys]: string[],
  prompts: Prompts,
  answering: string | null,
  read: ReadPath,
): NativePath | null {
  const isResponse = answering !== null && (root === 'response' || root === 'user_response');
  if (!isResponse && root !== 'user_responses') return null;
  const [node = '', part, ...rest] = isResponse ? [answering, ...keys] : keys;
  const known = prompts.get(node);
  if (!known || !/^\w+$/.test(node)) return isResponse ? { root: 'null', keys: [], isSure: true } : null;
  const at = (...path: string[]): NativePath => ({ root: 'user_responses', keys: [node, ...path], isSure: true });
  if (part === undefined) {
    if (!isResponse) return null;
    return { root: `(user_responses?.${node}?.raw?.text ?? user_responses?.${node}?.id)`, keys: [], isSure: true };
  }
  if (part === 'text') return at('raw', 'text', ...rest);
  if (part === 'handler_id') return at('id', ...rest);
  if (part !== 'selected' && part !== 'value' && !(part === 'values' && isResponse)) return at(part, ...rest);
  const item = chosenItem(node, known, read);
  if (item === null) return at('id');
  return { root: `(${item})`, keys: rest, isSure: true };
}
