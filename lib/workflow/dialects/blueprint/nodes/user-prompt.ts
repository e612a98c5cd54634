// A question to a person. An answer that has consequences leads through an action of its own, named after the node and the
// answer. Free text is the answer `other`; options from the run's data are answered as `selected`.
import { childOf, entryOf, type SourceEntry, type SourceNode } from '../../../source/source-tree.ts';
import { entryFrom, mapFrom, type Part } from '../../borrowed-tree.ts';
import { itemsOf } from '../fields.ts';
import { failureOf, refuse, type Translation, targetOf, textOf, wordsOf } from '../translation.ts';
import { itemsText } from '../words/prompts.ts';
import { aboutNode, chainOf, type NodeTranslation, piecesOf, type Written } from './node.ts';
import { fixedOptions, freeText, type Handler, optionsFromState } from './prompt-options.ts';

export const userPrompt: NodeTranslation = (written, translation) => {
  const { fields, entry, id } = written;
  const asked = fields.get('prompt', 'question');
  const responses = fields.get('on_response', 'on_responses', 'responses');
  const handlers = responses?.value.kind === 'map' ? responses.value.entries : [];
  if (!asked) refuse(translation, entry.place, 'missing', 'it needs "prompt"');
  if (handlers.length === 0) {
    refuse(translation, (responses ?? entry).place, 'missing', 'it needs "on_response" with a way for each answer');
  }
  translation.names.answering = entry.key;
  const prompt = asked?.value;
  const question = prompt?.kind === 'map' ? (childOf(prompt, 'question') ?? childOf(prompt, 'message')) : prompt;
  const message = question?.kind === 'scalar' ? wordsOf({ ...question, value: question.text }, translation) : undefined;
  const ways = handlers.map((one) => handled(written, one, translation));
  const gate = { ...aboutPrompt(written, prompt), message, ...optionsOf(written, prompt, ways, translation) };
  translation.names.answering = null;
  return [
    entryFrom(entry, id, mapFrom(entry, { type: 'gate', ...gate, on_failure: failureOf(undefined, translation) })),
    ...ways.flatMap(({ nodes }) => nodes),
  ];
};

/** The short word above the question goes before the description. */
function aboutPrompt(written: Written, prompt: SourceNode | undefined): Record<string, Part> {
  const { description, ...about } = aboutNode(written);
  const words = [textOf(childOf(prompt, 'header')), description].filter((text) => text).join(': ');
  return { ...about, description: words === '' ? undefined : words };
}

function handled(written: Written, handler: SourceEntry, translation: Translation): Handler {
  const { key, value, place } = handler;
  const way =
    value.kind === 'map'
      ? ['next_node', 'next', 'target'].map((name) => entryOf(value, name)).find((one) => one !== undefined)
      : handler;
  const next = targetOf(way, translation);
  if (next === undefined) refuse(translation, place, 'missing', `the answer "${key}" needs "next_node"`);
  const lists = ['consequence', 'consequences', 'actions'].map((name) => childOf(value, name));
  const pieces = piecesOf(
    lists.find((list) => list !== undefined),
    translation,
  );
  const target = next ?? 'complete';
  if (pieces.length === 0) return { key, entry: handler, target, nodes: [] };
  const id = `${written.id}__${key.replace(/[^A-Za-z0-9_]/g, '_')}`;
  const about = { name: `${written.entry.key}: ${key}` };
  const nodes = chainOf({ id, entry: handler }, pieces, {
    about,
    next: target,
    on_failure: failureOf(undefined, translation),
  });
  return { key, entry: handler, target: id, nodes };
}

const textModes = ['text_input', 'text', 'free_text', 'input'];
const textAnswers = ['other', 'provided', 'text', 'default'];

function optionsOf(
  written: Written,
  prompt: SourceNode | undefined,
  handlers: Handler[],
  translation: Translation,
): Record<string, Part> {
  const items = itemsText(prompt);
  if (items !== null) return optionsFromState(written, prompt, items, handlers, translation);
  const options = childOf(prompt, 'options');
  const list = options?.kind === 'list' ? itemsOf(options) : [];
  const isText = textModes.includes(textOf(childOf(prompt, 'mode')) ?? '');
  if (list.length === 0 && (isText || handlers.every(({ key }) => textAnswers.includes(key)))) {
    return freeText(written, prompt, handlers);
  }
  return fixedOptions(written, prompt, list, handlers, translation);
}
