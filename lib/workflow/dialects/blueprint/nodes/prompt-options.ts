// The answers that a question offers: written in the file, taken from the run's data, or one in the person's own words.
import { childOf, entryOf, type SourceEntry, type SourceNode } from '../../../source/source-tree.ts';
import { entryFrom, listFrom, mapFrom, mapOfEntries, type Part, scalarFrom } from '../../borrowed-tree.ts';
import { asWritten, refuse, type Translation, textOf, warn, wordsOf } from '../translation.ts';
import { nativeExpression } from '../words/expression.ts';
import { anyId, isMulti, itemExpression, itemText } from '../words/prompts.ts';
import type { Written } from './node.ts';

/** What the file does with an answer: where it leads, through the nodes of its consequences. */
export type Handler = { key: string; entry: SourceEntry; target: Part; nodes: SourceEntry[] };

function waysOf(written: Written, ways: Map<string, Handler>): Part {
  const entries = [...ways].map(([key, { entry, target }]) => entryFrom(entry, key, target as string));
  return mapOfEntries(written.entry, entries);
}

export function freeText({ entry }: Written, prompt: SourceNode | undefined, [first]: Handler[]): Record<string, Part> {
  const hint = textOf(childOf(prompt, 'placeholder'));
  const label = asWritten(textOf(childOf(prompt, 'other_label')) ?? 'Answer');
  const option = mapFrom(entry, { id: 'other', label, description: hint === null ? undefined : asWritten(hint) });
  const on = first && mapFrom(first.entry, { other: first.target });
  return { kind: 'question', options: listFrom(entry, [option]), on };
}

export function fixedOptions(
  written: Written,
  prompt: SourceNode | undefined,
  list: SourceNode[],
  handlers: Handler[],
  translation: Translation,
): Record<string, Part> {
  const byKey = new Map(handlers.map((one) => [one.key, one]));
  const fallback = byKey.get('default') ?? byKey.get('selected');
  const given =
    list.length > 0
      ? list.map((one, index) => optionOf(one, index, translation))
      : handlers.map(({ key, entry }) => ({ id: key, tree: mapFrom(entry, { id: key }) as SourceNode }));
  const ways = new Map<string, Handler>();
  for (const { id, tree } of given) {
    const way = byKey.get(id) ?? fallback;
    if (way) ways.set(id, way);
    else refuse(translation, tree.place, 'missing', `the option "${id}" has no answer in "on_response"`);
  }
  const ids = new Set(given.map(({ id }) => id));
  for (const handler of handlers) {
    if (ids.has(handler.key) || handler === fallback) continue;
    if (handler.key === 'other') ways.set('other', handler);
    else {
      const message = `"${handler.key}" is none of the options; nobody can give this answer`;
      warn(translation, handler.entry.place, 'unknown_option', message);
    }
  }
  const label = textOf(childOf(prompt, 'other_label'));
  const isNamed = label !== null && ways.has('other') && !ids.has('other');
  const other = isNamed ? [mapFrom(written.entry, { id: 'other', label: asWritten(label) })] : [];
  const options = listFrom(written.entry, [...given.map(({ tree }) => tree), ...other]);
  // An option of the file that is called so is no wish for words, though it may have some.
  const words = mapFrom(written.entry, { text: mapFrom(written.entry, { type: 'text', label: 'Your answer' }) });
  return { kind: 'question', options, form: ids.has('other') ? words : undefined, on: waysOf(written, ways) };
}

function optionOf(node: SourceNode, index: number, translation: Translation): { id: string; tree: SourceNode } {
  if (node.kind === 'scalar') return { id: node.text, tree: mapFrom(node, { id: scalarFrom(node, node.text) }) };
  const names = ['id', 'handler_id', 'value', 'label'].map((key) => childOf(node, key));
  const written = names.find((one) => one !== undefined);
  const id = textOf(written) ?? String(index);
  const words = (key: string): Part => {
    const value = entryOf(node, key)?.value;
    if (value?.kind !== 'scalar' || value.text === '') return undefined;
    return wordsOf({ ...value, value: value.text }, translation);
  };
  const parts = { id: scalarFrom(written ?? node, id), label: words('label'), description: words('description') };
  return { id, tree: mapFrom(node, parts) };
}

/** The parts of an option as expressions over one item; null where the file does not say it, or not in native words. */
function partsOf(prompt: SourceNode | undefined, place: SourceEntry['place'], translation: Translation) {
  const { names, survey } = translation;
  const known = [survey.fields, survey.computed, survey.stored, survey.set];
  const isKnown = (root: string) =>
    ['computed', 'flags', 'user_responses'].includes(root) || known.some((set) => set.has(root));
  return (part: 'id' | 'label' | 'description'): string | null => {
    const text = itemText(prompt, part);
    const native = text === null ? null : itemExpression(text, isKnown, names.read);
    if (text !== null && native === null) {
      const message = `the ${part} of an option, "${text}", has no words in the native language; the item’s own is shown`;
      warn(translation, place, 'kept_as_written', message);
    }
    return native;
  };
}

export function optionsFromState(
  written: Written,
  prompt: SourceNode | undefined,
  items: string,
  handlers: Handler[],
  translation: Translation,
): Record<string, Part> {
  const { entry } = written;
  const { place } = prompt ?? entry;
  const list = nativeExpression(items, translation.names.read, translation.locals) ?? 'null';
  if (list === 'null') {
    refuse(
      translation,
      place,
      'bad_expression',
      `the options come from "${items}", which is no path of the run’s data`,
    );
  }
  const byKey = new Map(handlers.map((one) => [one.key, one]));
  const chosen = byKey.get('selected') ?? byKey.get('default') ?? handlers.find(({ key }) => key !== 'other');
  if (!chosen) refuse(translation, entry.place, 'missing', 'it needs an answer "selected" in "on_response"');
  const partOf = partsOf(prompt, place, translation);
  const id = partOf('id') ?? anyId;
  if (isMulti(prompt)) {
    const words = { label: 'Which of them?', description: 'Their names, as they are shown', required: true };
    return {
      kind: 'form',
      show: listFrom(entry, [`\${(${list})?.map(one => text(${id}))}`]),
      form: mapFrom(entry, { selected: mapFrom(entry, { type: 'list', ...words }) }),
      on: chosen && waysOf(written, new Map([['submit', chosen]])),
    };
  }
  const [label, description] = [partOf('label') ?? id, partOf('description')];
  const more = description === null ? '' : `, description: text(${description})`;
  const option = `{ id: text(${id}), label: text(${label})${more} }`;
  const other = byKey.get('other');
  const ways = new Map<string, Handler>();
  if (chosen) ways.set('selected', chosen);
  if (other) ways.set('other', other);
  const options = scalarFrom(prompt ?? entry, `\${(${list})?.map(one => (${option}))}`);
  return { kind: 'question', options, on: waysOf(written, ways) };
}
