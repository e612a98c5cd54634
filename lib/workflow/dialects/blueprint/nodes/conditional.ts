// A node that takes one of two ways, in the three shapes that files have for it, or one of several by a value.
import { childOf, entryOf, type SourceEntry, type SourceNode } from '../../../source/source-tree.ts';
import { entryFrom, listFrom, mapFrom, mapOfEntries, type Part, scalarFrom } from '../../borrowed-tree.ts';
import { conditionOf } from '../conditions.ts';
import {
  asWritten,
  expressionOf,
  failureOf,
  refuse,
  type Translation,
  targetOf,
  textOf,
  wordsFor,
  wordsOf,
} from '../translation.ts';
import { aboutNode, askNode, type NodeTranslation, neededTarget, type Written, warnAsked } from './node.ts';

export const conditional: NodeTranslation = (written, translation) => {
  const { fields, entry, id } = written;
  const branches = fields.get('branches')?.value;
  const way = (...keys: string[]) => keys.map((key) => entryOf(branches, key)).find((one) => one !== undefined);
  const asked = fields.get('condition', 'precondition', 'expression');
  if (!asked) refuse(translation, entry.place, 'missing', 'it needs "condition"');
  const yes = fields.get('on_true', 'then') ?? way('true', 'on_true', 'True', 'yes');
  const no = fields.get('on_false', 'else') ?? way('false', 'on_false', 'False', 'no');
  if (!yes && branches?.kind === 'map' && branches.entries.length > (no ? 1 : 0)) {
    return byValue(written, branches.entries, asked?.value, translation);
  }
  const then = neededTarget(targetOf(yes, translation), 'a way for true', written, translation);
  const otherwise = neededTarget(targetOf(no, translation), 'a way for false', written, translation);
  const unknown = fields.get('on_unknown') ?? way('on_unknown', 'unknown');
  const about = aboutNode(written);
  const audit = auditOf(written, translation);
  const condition = conditionOf(asked?.value, translation);
  if (condition === null && asked) {
    warnAsked(translation, asked.value, 'this condition');
    const message = `Does this hold?\n\n${wordsFor(asked.value)}`;
    return [entryFrom(entry, id, askNode(written, message, { yes: then, no: otherwise }, about))];
  }
  const parts = { condition: condition ?? 'true', then, else: otherwise, audit };
  return [
    entryFrom(
      entry,
      id,
      mapFrom(entry, { type: 'if', ...about, ...parts, on_failure: failureOf(unknown, translation) }),
    ),
  ];
};

function auditOf({ fields }: Written, translation: Translation): Part {
  const audit = fields.get('audit')?.value;
  if (audit?.kind !== 'map' || textOf(childOf(audit, 'enabled')) === 'false') return undefined;
  const path = translation.names.write(textOf(childOf(audit, 'output')) ?? '') ?? 'computed.audit_results';
  const messages = entryOf(audit, 'messages');
  return mapFrom(audit, {
    store_as: path.startsWith('computed.') ? path : `computed.${path}`,
    messages: messages?.value.kind === 'map' ? { ...messages, value: wordsOf(messages.value, translation) } : undefined,
  });
}

const isDefault = ({ key }: SourceEntry) => key === 'default' || key === 'else';

/** Branches by what a field or an expression gives. */
function byValue(
  written: Written,
  branches: SourceEntry[],
  asked: SourceNode | undefined,
  translation: Translation,
): SourceEntry[] {
  const { entry, id } = written;
  const source = asked?.kind === 'map' ? (childOf(asked, 'expression') ?? childOf(asked, 'field')) : asked;
  const value = expressionOf(source, translation);
  const about = aboutNode(written);
  const leads = (one: SourceEntry) => neededTarget(targetOf(one, translation), 'a target', written, translation);
  if (value === null) {
    warnAsked(translation, asked ?? entry.value, 'this condition');
    const gate = {
      kind: 'question',
      message: asWritten(`Which of these holds?\n\n${asked ? wordsFor(asked) : ''}`),
      options: listFrom(
        entry,
        branches.map((one) => mapFrom(one, { id: one.key })),
      ),
      on: mapOfEntries(
        entry,
        branches.map((one) => entryFrom(one, one.key, leads(one) as string)),
      ),
    };
    return [entryFrom(entry, id, mapFrom(entry, { type: 'gate', ...about, ...gate }))];
  }
  const cases = branches
    .filter((one) => !isDefault(one))
    .map((one) => {
      const holds = scalarFrom(one, `text(${value.text}) == ${JSON.stringify(one.key)}`);
      return mapFrom(one, { name: one.key, if: holds, then: leads(one) });
    });
  const parts = {
    cases: listFrom(entry, cases),
    default: targetOf(branches.find(isDefault), translation),
    on_failure: failureOf(undefined, translation),
  };
  return [entryFrom(entry, id, mapFrom(entry, { type: 'switch', ...about, ...parts }))];
}
