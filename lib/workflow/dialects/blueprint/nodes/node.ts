// What the translations of all kinds of nodes share.
import type { SourceEntry, SourceNode } from '../../../source/source-tree.ts';
import { entryFrom, listFrom, mapFrom, type Part } from '../../borrowed-tree.ts';
import { byModel } from '../effects/by-model.ts';
import { translateConsequence } from '../effects/index.ts';
import { effect, type Piece } from '../effects/pieces.ts';
import { type Fields, fieldsOf, itemsOf } from '../fields.ts';
import { asWritten, refuse, type Translation, textOf, warn } from '../translation.ts';

/** The entry of a node as the file has it, and the id that it has here. */
export type Written = { id: string; entry: SourceEntry; fields: Fields };
export type NodeTranslation = (written: Written, translation: Translation) => SourceEntry[];

/** What a file says about a node for its readers. */
export function aboutNode({ entry, id, fields }: Written): Record<string, Part> {
  const description = textOf(fields.get('description')?.value);
  return { name: id === entry.key ? undefined : entry.key, description: description ?? undefined };
}

/** Where an answer or a condition leads must be said: the native language would run on to the next node of the file. */
export function neededTarget(target: Part, what: string, { entry }: Written, translation: Translation): Part {
  if (target === undefined) refuse(translation, entry.place, 'missing', `it needs ${what}`);
  return target ?? 'complete';
}

export function piecesOf(list: SourceNode | undefined, translation: Translation): Piece[] {
  return itemsOf(list).flatMap((one) => {
    if (one.kind !== 'map') {
      refuse(translation, one.place, 'wrong_type', 'a consequence must be a group of keys with a "type"');
      return [];
    }
    const fields = fieldsOf(one);
    return translateConsequence(fields, translation) ?? byModel(fields, translation);
  });
}

type Chain = { about: Record<string, Part>; next: Part; on_failure: Part };

/**
 * Pieces one after the other as nodes: effects that follow each other are one action; what needs a node of its own has
 * one. The first has the node's id, the others are named after it.
 */
export function chainOf({ id, entry }: Pick<Written, 'id' | 'entry'>, pieces: Piece[], chain: Chain): SourceEntry[] {
  const nothing = effect(entry, 'log_entry', { level: 'debug', message: `${id} does nothing` });
  const groups = grouped(pieces.length > 0 ? pieces : [nothing]);
  const idAt = (index: number) => (index === 0 ? id : `${id}__${index + 1}`);
  return groups.flatMap((group, index) => {
    const own = idAt(index);
    const next = index === groups.length - 1 ? chain.next : idAt(index + 1);
    const common = { ...(index === 0 ? chain.about : {}), next, on_failure: chain.on_failure };
    const [first] = group;
    if (first && 'node' in first) {
      const { parts, more = [] } = first.node(own);
      return [entryFrom(entry, own, mapFrom(entry, { ...parts, ...common })), ...more];
    }
    const effects = group.flatMap((piece) => ('effect' in piece ? [piece.effect] : []));
    return [entryFrom(entry, own, mapFrom(entry, { type: 'action', ...common, do: listFrom(entry, effects) }))];
  });
}

/** A rollback ends its action, and nothing stands beside it. */
function grouped(pieces: Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  let isOpen = false;
  for (const piece of pieces) {
    const isAlone = 'node' in piece || piece.isLast === true;
    if (isAlone || !isOpen) groups.push([piece]);
    else groups.at(-1)?.push(piece);
    isOpen = !isAlone;
  }
  return groups;
}

/** A question to a person about something that nobody can look up. */
export function askNode(
  { entry }: Pick<Written, 'entry'>,
  message: string,
  on: Record<string, Part>,
  about: Record<string, Part>,
): SourceNode {
  const option = (id: string, label: string) => mapFrom(entry, { id, label });
  return mapFrom(entry, {
    type: 'gate',
    ...about,
    kind: 'question',
    message: asWritten(message),
    options: listFrom(entry, [option('yes', 'Yes'), option('no', 'No')]),
    on: mapFrom(entry, on),
  });
}

export function warnAsked(translation: Translation, node: SourceNode, what: string): void {
  const message = `${what} cannot be looked up for sure; a person is asked, in the words of the file`;
  warn(translation, node.place, 'asks_person', message);
}
