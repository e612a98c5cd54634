// Whether an answer fits its gate: the option exists, required fields are filled, every value has its field's type.
import type { Gate } from '../engine/events.ts';
import { AppError } from '../errors.ts';
import { isTooDeep } from '../nodes/is-too-deep.ts';

type Field = Gate['fields'][number];
export type AnswerProblem = { field: string; message: string };

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A tool is called with named values and nothing else. */
const isGroup = (value: unknown) => value !== null && typeof value === 'object' && !Array.isArray(value);

function typeProblem(gate: Gate, field: Field, value: unknown): string | null {
  switch (field.type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'must be a number';
    case 'integer':
      return Number.isSafeInteger(value) ? null : 'must be a whole number';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be true or false';
    case 'choice':
      return field.choices?.includes(value as string) ? null : `must be one of ${field.choices?.join(', ')}`;
    case 'list':
      return Array.isArray(value) ? null : 'must be a list';
    case 'json':
      if (isTooDeep(value)) return 'is nested too deeply';
      return gate.purpose !== 'tool' || isGroup(value) ? null : 'must be a JSON object';
    default:
      return typeof value === 'string' ? null : 'must be text';
  }
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
    const given = isEmpty(values[field.name]) && !isWiped ? undefined : values[field.name];
    if (given === undefined) {
      const isRequired = field.required || field.required_for.includes(option);
      if (isRequired) problems.push({ field: field.name, message: `${field.label} is needed for this answer` });
      continue;
    }
    const wrong = typeProblem(gate, field, given);
    if (wrong) problems.push({ field: field.name, message: `${field.label} ${wrong}` });
    else checked[field.name] = given;
  }
  if (problems.length === 0) return checked;
  throw new AppError('invalid_answer', problems.map(({ message }) => message).join('; '), { details: { problems } });
}
