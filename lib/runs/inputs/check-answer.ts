// Whether an answer fits its gate: the option exists, required fields are filled, every value has its field's type. A field
// that is left out has the value that it was offered with.
import type { Gate } from '../../engine/events.ts';
import { AppError } from '../../errors.ts';
import { isTooDeep } from '../../nodes/parts/is-too-deep.ts';
import type { InputField } from '../../workflow/graph.ts';
import { type InputValue, readInputValue } from '../../workflow/inputs/input-value.ts';

type Field = Gate['fields'][number];
export type AnswerProblem = { field: string; message: string };

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A tool is called with named values and nothing else. */
const isGroup = (value: unknown) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** A value of the field's type, as data or as its text; what has no reading stays what it is. */
function readValue(gate: Gate, field: Field, value: unknown): InputValue {
  if (field.type !== 'json') return readInputValue(field as Pick<InputField, 'type' | 'choices'>, value);
  if (isTooDeep(value)) return { ok: false, message: 'is nested too deeply' };
  const isRight = gate.purpose !== 'tool' || isGroup(value);
  return isRight ? { ok: true, value } : { ok: false, message: 'must be a JSON object' };
}

export function checkAnswer(gate: Gate, option: string, values: Record<string, unknown>): Record<string, unknown> {
  const problems: AnswerProblem[] = [];
  if (!gate.options.some(({ id }) => id === option)) {
    const known = gate.options.map(({ id }) => id).join(', ');
    problems.push({ field: 'option', message: `"${option}" is not an option of this gate; choose one of ${known}` });
  }
  for (const name of Object.keys(values)) {
    if (!gate.fields.some((field) => field.name === name))
      problems.push({ field: name, message: `this gate has no field "${name}"` });
  }
  const checked: Record<string, unknown> = {};
  for (const field of gate.fields) {
    // Arguments that were wiped out are not those that were shown: the tool would run with what nobody wants.
    const isWiped = gate.purpose === 'tool' && option === 'allow' && Object.hasOwn(values, field.name);
    const given = Object.hasOwn(values, field.name) ? values[field.name] : field.default;
    if (isEmpty(given) && !isWiped) {
      const isRequired = field.required || field.required_for.includes(option);
      if (isRequired) problems.push({ field: field.name, message: `${field.label} is needed for this answer` });
      continue;
    }
    const read = readValue(gate, field, given);
    if (read.ok) checked[field.name] = read.value;
    else problems.push({ field: field.name, message: `${field.label} ${read.message}` });
  }
  if (problems.length === 0) return checked;
  throw new AppError('invalid_answer', problems.map(({ message }) => message).join('; '), { details: { problems } });
}
