// What every part of a blueprint's translation needs: how its texts, expressions, paths and targets are said in the native
// language, and how a person is told of what could not be said.
import type { Findings } from '../../problems/findings.ts';
import {
  type Path,
  type Place,
  type SourceEntry,
  type SourceNode,
  type SourceScalar,
  toValue,
} from '../../source/source-tree.ts';
import { type Part, scalarFrom } from '../borrowed-tree.ts';
import type { Piece } from './effects/pieces.ts';
import { nativeExpression } from './words/expression.ts';
import type { Names } from './words/names.ts';
import type { Prompts } from './words/prompts.ts';
import type { Survey } from './words/survey.ts';
import { asWritten, nativeText, nativeValue } from './words/texts.ts';

export { asWritten };

export type Translation = {
  findings: Findings;
  survey: Survey;
  names: Names;
  prompts: Prompts;
  /** How rules over three-valued flags are ranked in the version that the file is written for. */
  ranking: 'score' | 'hard_soft';
  /** Where a failure goes that the file says nothing about. */
  defaultError: SourceEntry | undefined;
  /** Ids of the file that are others here. */
  aliases: Map<string, string>;
  /** Where a run begins. */
  start: SourceEntry | undefined;
  /** Effects that give the data its first values again, and how many more of them a file may ask for. */
  firstState: Piece[];
  budget: { effects: number };
  /** Names that only a list of effects knows. */
  locals: string[];
  /** Words of the node that is being translated may speak of what is not there: an ending must not fail for it. */
  isLenient?: boolean;
  /** The node that is being translated. */
  path: Path;
};

/** An expression of the file; null when the native language has no words for it. */
export function expressionOf(node: SourceNode | undefined, { names, locals }: Translation): SourceScalar | null {
  if (node?.kind !== 'scalar') return null;
  const text = typeof node.value === 'string' ? node.text : String(node.value ?? 'null');
  const native = nativeExpression(text, names.read, locals);
  if (native === null) return null;
  return native === node.text ? node : scalarFrom(node, native);
}

/** A value in which every text is a template; null when one of them has no native words. */
export function valueIn(node: SourceNode, { names, locals }: Translation): SourceNode | null {
  return nativeValue(node, { path: names.read, locals });
}

/** Words for people or a model: what has no native words stays as it is written. */
export function wordsOf(node: SourceNode, translation: Translation): SourceNode {
  const { names, locals, isLenient = false } = translation;
  const onUnread = (inner: { text: string }) => {
    const message = `"\${${inner.text}}" has no words in the native language; it is shown as it is written`;
    warn(translation, node.place, 'kept_as_written', message);
  };
  return nativeValue(node, { path: names.read, locals, isLenient, onUnread }) ?? node;
}

/** A part of the file for a reader: its text, or what it says as JSON. */
export const wordsFor = (node: SourceNode) =>
  node.kind === 'scalar' ? node.text : JSON.stringify(toValue(node), null, 2);

export const textOf = (node: SourceNode | undefined): string | null => (node?.kind === 'scalar' ? node.text : null);

/** Where a node leads. A target that the run works out must be readable; else the error is told at its place. */
export function targetOf(entry: SourceEntry | undefined, translation: Translation): Part {
  const { value } = entry ?? {};
  if (!entry || value?.kind !== 'scalar' || value.text === '') return undefined;
  if (value.text.includes('${')) {
    const native = nativeText(value, { path: translation.names.read });
    return { ...entry, value: native ?? value };
  }
  const known = translation.aliases.get(value.text);
  if (known !== undefined) return { ...entry, value: { ...value, value: known, text: known } };
  return { ...entry, value: { ...value, value: value.text } };
}

/** Where a failure leads: as the node says, else as the file does; else people are asked. */
export function failureOf(entry: SourceEntry | undefined, translation: Translation): Part {
  return targetOf(entry ?? translation.defaultError, translation);
}

export function warn(translation: Translation, place: Place, code: string, message: string): void {
  translation.findings.warning({ code, place, path: translation.path, message: holder(translation) + message });
}

export function refuse(translation: Translation, place: Place, code: string, message: string): void {
  translation.findings.error({ code, place, path: translation.path, message: holder(translation) + message });
}

const holder = ({ path }: Translation) => (path[0] === 'nodes' ? `node "${path[1]}": ` : '');
