// A node that holds several conditions against the run at once and collects what the failing ones say. Those that nobody
// can look up are asked first, all in one question.
import { childOf, type SourceEntry, type SourceNode } from '../../../source/source-tree.ts';
import { entryFrom, listFrom, mapFrom, type Part, scalarFrom } from '../../borrowed-tree.ts';
import { conditionOf } from '../conditions.ts';
import { effect } from '../effects/pieces.ts';
import { itemsOf } from '../fields.ts';
import { asWritten, failureOf, type Translation, targetOf, wordsFor, wordsOf } from '../translation.ts';
import { aboutNode, askNode, chainOf, type NodeTranslation, neededTarget, warnAsked } from './node.ts';

function messageOf(one: SourceNode, translation: Translation): SourceNode {
  const written = childOf(one, 'error_message') ?? childOf(one, 'message');
  return written?.kind === 'scalar'
    ? wordsOf({ ...written, value: written.text }, translation)
    : scalarFrom(one, asWritten(`${wordsFor(one)} does not hold`));
}

/** A condition with what is said when it does not hold. */
export function withMessage(condition: SourceNode, message: Part): SourceNode {
  const own =
    condition.kind === 'map'
      ? condition.entries
      : mapFrom(condition, { type: 'evaluate_expression', expression: condition }).entries;
  return { kind: 'map', place: condition.place, entries: [...own, ...mapFrom(condition, { message }).entries] };
}

export const validationGate: NodeTranslation = (written, translation) => {
  const { fields, entry, id } = written;
  const validations = itemsOf(fields.get('validations', 'conditions', 'preconditions')?.value);
  const leads = (what: string, ...keys: string[]) =>
    neededTarget(targetOf(fields.get(...keys), translation), what, written, translation);
  const [valid, invalid] = [leads('"on_valid"', 'on_valid'), leads('"on_invalid"', 'on_invalid')];
  const about = aboutNode(written);
  const on_failure = failureOf(undefined, translation);
  const checks = validations.map((one) => ({ one, condition: conditionOf(one, translation) }));
  const known = checks.flatMap(({ one, condition }) =>
    condition === null ? [] : [withMessage(condition, messageOf(one, translation))],
  );
  const open = checks.flatMap(({ one, condition }) => (condition === null ? [one] : []));
  for (const one of open) warnAsked(translation, one, 'this validation');
  const validate = (own: string, more: Record<string, Part>): SourceEntry => {
    const parts = { type: 'validate', ...more, conditions: listFrom(entry, known), valid, invalid, on_failure };
    return entryFrom(entry, own, mapFrom(entry, parts));
  };
  if (open.length === 0) {
    return known.length > 0 ? [validate(id, about)] : chainOf(written, [], { about, next: valid, on_failure });
  }
  const message = `Do all of these hold?\n\n${open.map(wordsFor).join('\n\n')}`;
  const errors = listFrom(
    entry,
    open.map((one) => messageOf(one, translation)),
  );
  const told = effect(entry, 'set_state', { field: 'computed.validation_errors', value: errors });
  const ways = { yes: known.length > 0 ? `${id}__2` : valid, no: `${id}__no` };
  return [
    entryFrom(entry, id, askNode(written, message, ways, about)),
    ...(known.length > 0 ? [validate(`${id}__2`, {})] : []),
    ...chainOf({ id: `${id}__no`, entry }, [told], { about: {}, next: invalid, on_failure }),
  ];
};
