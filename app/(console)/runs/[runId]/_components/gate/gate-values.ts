// From a form's texts to the typed values of a gate's fields. The server checks them again; this only gives them their type.
import type { GateView } from '#lib/runs/views.ts';

export type GateField = GateView['fields'][number];

/** The field for an answer in one's own words, which only that answer needs. */
export function isOwnWords(field: GateField): boolean {
  return (
    field.name === 'text' && !field.required && field.required_for.length === 1 && field.required_for[0] === 'other'
  );
}

export class FieldProblem extends Error {
  field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** What is wrong with a text as JSON, in the parser's words. */
export function jsonProblem(field: GateField, text: string): string | null {
  if (text.trim() === '') return null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return `${field.label} is not JSON: ${(error as Error).message.replace(/ in JSON(?= at)/, '')}`;
  }
}

type AskedFor = Pick<GateView, 'purpose' | 'fields'>;

export function gateValues(form: FormData, { purpose, fields }: AskedFor, option: string): Record<string, unknown> {
  // A call that is denied is not made: its arguments do not matter.
  if (purpose === 'tool' && option === 'deny') return {};
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const text = form.get(`values.${field.name}`);
    if (field.type === 'boolean') values[field.name] = text !== null;
    // What was shown and wiped out is an answer of its own: it is not what is meant.
    else if (wasShown(field) && text !== null && String(text).trim() === '') values[field.name] = null;
    else if (typeof text === 'string' && text !== '') {
      const problem = field.type === 'json' ? jsonProblem(field, text) : null;
      if (problem !== null) throw new FieldProblem(field.name, problem);
      values[field.name] = typed(field, text);
    }
  }
  return values;
}

const wasShown = ({ type, default: shown }: GateField) => shown !== undefined || type === 'json';

function typed(field: GateField, text: string): unknown {
  if (field.type === 'number' || field.type === 'integer') return Number(text);
  if (field.type === 'list')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  return field.type === 'json' ? JSON.parse(text) : text;
}

/** Required fields that are still empty for the chosen option. */
export function missingFields(form: FormData, fields: readonly GateField[], option: string): GateField[] {
  return fields.filter((field) => {
    if (field.type === 'boolean') return false;
    return (
      (field.required || field.required_for.includes(option)) && !String(form.get(`values.${field.name}`) ?? '').trim()
    );
  });
}
