// Where a run ends: an entry of `endings` in older files, a node in newer ones. What happens on the way out (consequences,
// handing over to a skill, beginning again) is nodes before the end.
import { childOf, entryOf, type SourceEntry, type SourceNode } from '../../../source/source-tree.ts';
import { entryFrom, mapFrom, mapOfEntries, type Part, scalarFrom } from '../../borrowed-tree.ts';
import { byModel } from '../effects/by-model.ts';
import { translateConsequence } from '../effects/index.ts';
import { effect, type Piece } from '../effects/pieces.ts';
import { fieldsOf } from '../fields.ts';
import { refuse, type Translation, targetOf, textOf, wordsFor, wordsOf } from '../translation.ts';
import { aboutNode, chainOf, type NodeTranslation, piecesOf, type Written } from './node.ts';

const outcomes = ['success', 'failure', 'error', 'cancelled', 'indeterminate'];
const olderWords: Record<string, string> = { canceled: 'cancelled', aborted: 'cancelled', failed: 'failure' };
const ways = ['on_success', 'on_failure', 'on_true', 'on_false', 'on_unknown', 'on_response', 'next_node'];

/** Of an entry of `endings` the `type` is the outcome. */
export const endingOf =
  (isNode: boolean): NodeTranslation =>
  (written, outer) => {
    const translation = { ...outer, isLenient: true };
    const { fields, entry } = written;
    const forbidden = ways.map((key) => fields.get(key)).find((one) => one !== undefined);
    if (forbidden) {
      refuse(translation, forbidden.place, 'unknown_key', `an ending leads nowhere; it cannot have "${forbidden.key}"`);
    }
    const outcome = fields.get('outcome') ?? (isNode ? undefined : fields.get('type'));
    const text = textOf(outcome?.value) ?? '';
    const known = outcomes.includes(text) ? text : olderWords[text];
    if (known === undefined) {
      const given = outcome ? `not "${text}"` : 'which is missing';
      const message = `"${isNode ? 'outcome' : 'type'}" must be one of ${outcomes.join(', ')}, ${given}`;
      refuse(translation, (outcome?.value ?? entry).place, 'wrong_value', message);
    }
    return withWayOut(written, known ?? 'error', translation);
  };

function withWayOut(written: Written, outcome: string, translation: Translation): SourceEntry[] {
  const { fields, entry, id } = written;
  const about = aboutNode(written);
  const behavior = fields.get('behavior')?.value;
  const type = textOf(behavior?.kind === 'map' ? childOf(behavior, 'type') : behavior);
  const pieces = [
    ...piecesOf(fields.get('consequences', 'consequence', 'actions')?.value, translation),
    ...handedOver(type === 'delegate' ? behavior : fields.get('delegate')?.value, translation),
  ];
  const isAlone = pieces.length === 0 && type !== 'restart';
  const last = isAlone ? id : `${id}__end`;
  const parts = { type: 'end', ...(isAlone ? about : { name: entry.key }), ...endOf(written, outcome, translation) };
  const end = entryFrom(entry, last, mapFrom(entry, parts));
  if (type === 'restart' && behavior) return [...again(written, behavior, pieces, last, translation), end];
  // As well as it goes: a failure on the way out does not keep the run from ending.
  return isAlone ? [end] : [...chainOf(written, pieces, { about, next: last, on_failure: last }), end];
}

function endOf(written: Written, outcome: string, translation: Translation): Record<string, Part> {
  const { fields } = written;
  const text = (entry: SourceEntry | undefined): Part => {
    if (!entry || (entry.value.kind === 'scalar' && entry.value.text === '')) return undefined;
    const plain = entry.value.kind === 'scalar' ? entry.value : scalarFrom(entry.value, wordsFor(entry.value));
    return { ...entry, value: wordsOf({ ...plain, value: plain.text }, translation) };
  };
  const recovery = fields.get('recovery');
  const isGroup = recovery?.value.kind === 'map';
  return {
    outcome,
    message: text(fields.get('message')),
    summary: summaryOf(written, translation),
    recovery: text(
      recovery && isGroup ? { ...recovery, value: scalarFrom(recovery, advice(recovery.value)) } : recovery,
    ),
  };
}

/** What a file says about its end beyond the native language's words is part of the summary. */
function summaryOf({ fields, entry }: Written, translation: Translation): Part {
  const summary = fields.get('summary', 'output');
  const more = ['details', 'category', 'code', 'delegate'].flatMap((key) => fields.get(key) ?? []);
  const whole = summary ? [{ ...summary, key: 'summary' }] : [];
  const own = summary?.value.kind === 'map' ? summary.value.entries : whole;
  const all = [...own, ...more.filter(({ key }) => !own.some((one) => one.key === key))];
  if (all.length === 0) return undefined;
  const entries = all.map((one) => ({ ...one, value: wordsOf(one.value, translation) }));
  return mapOfEntries(summary ?? entry, entries);
}

function advice(recovery: SourceNode): string {
  const about = (word: string, key: string) => {
    const text = textOf(childOf(recovery, key));
    return text === null ? [] : [`${word}${text}`];
  };
  const said = [
    ...about('', 'suggestion'),
    ...about('see ', 'related_skill'),
    ...about('begin again at ', 'retry_node'),
  ];
  return said.join('; ');
}

/** Another skill goes on where this run ends. */
function handedOver(delegate: SourceNode | undefined, translation: Translation): Piece[] {
  const skill = childOf(delegate, 'skill');
  if (delegate?.kind !== 'map' || !skill) return [];
  const args = childOf(delegate, 'args') ?? childOf(delegate, 'context');
  const call = fieldsOf(mapFrom(delegate, { type: 'invoke_skill', skill, args }));
  return translateConsequence(call, translation) ?? byModel(call, translation);
}

/** All fields get their first values, in every ending that says so: a file could ask for more than there is room for. */
function resetting({ place }: SourceNode, translation: Translation): Piece[] {
  const { firstState, budget } = translation;
  budget.effects -= firstState.length;
  if (budget.effects >= 0) return firstState;
  const message = 'too many endings begin again with the first state; leave "reset_state" out here';
  refuse(translation, place, 'too_large', message);
  return [];
}

/** Begins again, as often as the file allows; then it is the end after all. */
function again(
  written: Written,
  behavior: SourceNode,
  pieces: Piece[],
  end: string,
  translation: Translation,
): SourceEntry[] {
  const { id, entry } = written;
  const most = Number(textOf(childOf(behavior, 'max_restarts')) ?? 3) || 3;
  const count = `restarts.${id.replace(/[^A-Za-z0-9_]/g, '_')}`;
  const condition = `(computed?.${count.replace('.', '?.')} ?? 0) < ${most}`;
  const counted = effect(entry, 'mutate_state', { operation: 'increment', field: `computed.${count}`, value: 1 });
  const first = textOf(childOf(behavior, 'reset_state')) === 'true' ? resetting(behavior, translation) : [];
  const next = targetOf(entryOf(behavior, 'target_node') ?? translation.start, translation) ?? 'fail';
  const about = aboutNode(written);
  return [
    entryFrom(entry, id, mapFrom(entry, { type: 'if', ...about, condition, then: `${id}__again`, else: end })),
    ...chainOf({ id: `${id}__again`, entry }, [...pieces, ...first, counted], { about: {}, next, on_failure: end }),
  ];
}
