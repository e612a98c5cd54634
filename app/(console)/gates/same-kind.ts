// Which gates can be answered together: the same step of the same workflow with the same answers, of which at least one takes
// no values. What allows a program, a call or more spending is different each time, and is answered one by one.
import type { InboxGate } from '#lib/runs/views.ts';
import { canShare } from '../../_components/gate-words.ts';

type Asked = Pick<InboxGate, 'workflow' | 'node' | 'purpose' | 'options' | 'fields'>;

/** Answers for which nothing has to be filled in. */
export function bareOptions({ options, fields }: Pick<Asked, 'options' | 'fields'>): InboxGate['options'] {
  return options.filter(({ id }) => !fields.some((field) => field.required || field.required_for.includes(id)));
}

/** Null for a gate that stands alone. */
export function kindOf(gate: Asked): string | null {
  if (!canShare(gate) || bareOptions(gate).length === 0) return null;
  const answers = gate.options.map(({ id, label, leads_to }) => [id, label, leads_to]);
  return JSON.stringify([gate.workflow, gate.node, gate.purpose, answers, bareOptions(gate).map(({ id }) => id)]);
}

/** By kind, those kinds of which there is more than one. */
export function severalOfAKind<Row extends { gate: Asked }>(rows: Row[]): Map<string, Row[]> {
  const kinds = Map.groupBy(rows, ({ gate }) => kindOf(gate) ?? '');
  return new Map([...kinds].filter(([kind, all]) => kind !== '' && all.length > 1));
}
