// What no native effect can do, kept as it is written and given to a model: an expression that it works out, or a step that
// it carries out with the tools of the workspace (a command is asked about first). What the step is to store is read from
// the model's answer. A warning says so, at the place of the file.
import { childOf, type SourceNode, type SourceScalar, toValue } from '../../../source/source-tree.ts';
import { listFrom, mapFrom, mapOfEntries, type Origin, type Part, scalarFrom } from '../../borrowed-tree.ts';
import { type Fields, fieldsOf } from '../fields.ts';
import { asWritten, type Translation, textOf, warn } from '../translation.ts';
import { nativeExpression } from '../words/expression.ts';
import { assignedIn, mentionedIn } from '../words/prose.ts';
import { innersOf } from '../words/texts.ts';
import { effect, type Piece, storeKeys } from './pieces.ts';

/** Consequences that only work out a value and keep it, and the field that says the value. */
const values: Record<string, string> = {
  compute: 'expression',
  evaluate: 'expression',
  set_state: 'value',
  append_state: 'value',
  merge_state: 'value',
  mutate_state: 'value',
  set_flag: 'value',
};

export function byModel(fields: Fields, translation: Translation): Piece[] {
  const written = childOf(fields.tree, values[fields.type] ?? '');
  const kept = written && keepingEffect(fields, translation);
  const found = kept && written ? [workedOut(written, translation), kept] : null;
  if (found) {
    const message = `this ${fields.type} is written in a way that the native language has no words for; a model works it out, from the text as it is`;
    warn(translation, fields.tree.place, 'by_model', message);
    return found;
  }
  const what = fields.type === '' ? 'a consequence without a type' : `"${fields.type}"`;
  warn(
    translation,
    fields.tree.place,
    'by_model',
    `${what} is nothing that can be done as it is written; a model carries it out, with its text as it is`,
  );
  const text = textOf(childOf(fields.tree, 'pseudocode')) ?? '';
  return [
    carriedOut(
      fields.tree,
      JSON.stringify(toValue(fields.tree), null, 2),
      storedPaths(fields, text, translation),
      translation,
    ),
  ];
}

/** A node whose only description is prose. */
export function byProse(prose: SourceScalar, translation: Translation): Piece[] {
  warn(translation, prose.place, 'by_model', '"effect" is prose; a model carries it out, with its text as it is');
  const paths = assignedIn(prose.text).flatMap((path) => translation.names.write(path) ?? []);
  return [carriedOut(prose, prose.text, paths, translation)];
}

/** What keeps the answer of the model that stands before it. */
function keepingEffect({ tree }: Fields, translation: Translation): Piece | null {
  const answer = '${prev.answer}';
  const fields = fieldsOf(tree);
  const flag = fields.text('set_flag', 'flag');
  if (flag !== null) {
    const found = translation.names.flag(flag);
    return 'flag' in found
      ? effect(tree, 'set_flag', { flag: found.flag, value: answer })
      : effect(tree, 'set_state', { field: found.field, value: answer });
  }
  const path = translation.names.write(fields.text('field', 'path', ...storeKeys) ?? '');
  if (path === null || path.includes('${')) return null;
  if (fields.type === 'compute' || fields.type === 'evaluate') {
    return effect(tree, 'set_state', { field: path, value: answer });
  }
  const operation =
    fields.type === 'mutate_state' ? (fields.text('operation') ?? 'set') : fields.type.replace('_state', '');
  if (!['set', 'append', 'merge'].includes(operation)) return null;
  return effect(tree, `${operation}_state`, { field: path, value: answer });
}

function workedOut(written: SourceNode, translation: Translation): Piece {
  const text = written.kind === 'scalar' ? written.text : JSON.stringify(toValue(written), null, 2);
  const schema = mapFrom(written, {
    type: 'object',
    properties: mapFrom(written, { answer: mapFrom(written, {}) }),
    required: listFrom(written, ['answer']),
  });
  const prompt = `Work out the value of what is written between the lines, for the data below. Answer with a JSON object whose "answer" is the value.\n---\n${asWritten(text)}\n---\n${dataWords(text, translation)}`;
  return { origin: written, node: () => ({ parts: { type: 'ai', prompt, output_schema: schema } }) };
}

function storedPaths(fields: Fields, text: string, { names }: Translation): string[] {
  const stored = fields.text(...storeKeys, 'collect_as', 'field');
  const flag = fields.text('set_flag');
  const all = [...(stored === null ? [] : [stored]), ...(flag === null ? [] : [`flags.${flag}`]), ...assignedIn(text)];
  return all.flatMap((path) => names.write(path) ?? []).filter((path) => !path.includes('${'));
}

function carriedOut(origin: Origin, text: string, paths: string[], translation: Translation): Piece {
  const kept = [...new Set(paths)].map((path) => [path, path.replace(/^(computed|flags)\./, '')] as const);
  const wanted = kept.map(([, name]) => name).join(', ');
  const asked =
    wanted === ''
      ? ''
      : `\n\nThe JSON object at the end of your answer also has these, as they are afterwards: ${wanted}`;
  const action = `carry out this step of a workflow, which is kept as it was written:\n\n${asWritten(text)}${asked}`;
  const fields = kept.map(([path, name]) => {
    const value = `\${result?.${name.replace(/[.[]/g, '?.$&').replaceAll('?..', '?.')} ?? result?.["${name}"] ?? null}`;
    return { key: path.replace(/^computed\./, ''), place: origin.place, value: scalarFrom(origin, value) };
  });
  return {
    origin,
    node: () => ({
      parts: {
        type: 'task',
        action,
        params: dataOf(text, origin, translation),
        save: fields.length > 0 ? mapOfEntries(origin, fields) : undefined,
      },
    }),
  };
}

const mostNames = 1_000;

/** What the text speaks of, by the words it uses. */
function spokenOf(text: string, { names, survey, locals }: Translation): Map<string, string> {
  const known = [...survey.fields, ...survey.stored, ...survey.set, ...survey.computed].slice(0, mostNames);
  const words = [...innersOf(text).map((inner) => inner.text.trim()), ...mentionedIn(text, new Set(known))];
  const found = new Map<string, string>();
  for (const word of words.filter((one) => /^[A-Za-z_][\w.]*$/.test(one))) {
    const native = nativeExpression(word, names.read, locals);
    if (native !== null) found.set(word, native);
  }
  return found;
}

function dataOf(text: string, origin: Origin, translation: Translation): Part {
  const entries = [...spokenOf(text, translation)].map(([name, native]) => ({
    key: name,
    place: origin.place,
    value: scalarFrom(origin, `\${${native}}`),
  }));
  return entries.length > 0 ? mapOfEntries(origin, entries) : undefined;
}

function dataWords(text: string, translation: Translation): string {
  return [...spokenOf(text, translation)].map(([name, native]) => `${name} = \${${native}}`).join('\n');
}
