// A gate's form as browsers post it: texts become the types that the gate's fields declare. Used by links and the dashboard.
import type { Gate } from '../../engine/events.ts';

export type FieldProblem = { field: string; message: string };
type Field = Gate['fields'][number];

/** The name of a field's control: apart from `option`, `comment` and our own. */
export const controlName = (field: string) => `values.${field}`;

type Read = { value: unknown } | { problem: string } | null;

function readField(field: Field, texts: string[]): Read {
  const text = texts.at(-1) ?? '';
  if (field.type === 'boolean') return { value: text === 'true' || text === 'on' };
  // What was shown and wiped out is an answer of its own: it is not what is meant.
  const wasShown = field.default !== undefined || field.type === 'json';
  if (text.trim() === '') return wasShown && texts.length > 0 ? { value: null } : null;
  switch (field.type) {
    case 'number':
    case 'integer': {
      const value = Number(text.trim());
      const isRight = Number.isFinite(value) && (field.type === 'number' || Number.isSafeInteger(value));
      return isRight ? { value } : { problem: field.type === 'integer' ? 'Write a whole number.' : 'Write a number.' };
    }
    case 'list':
      return {
        value: text
          .split(/\r?\n/)
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      };
    case 'json':
      try {
        return { value: JSON.parse(text) };
      } catch {
        return { problem: 'Write valid JSON.' };
      }
    default:
      return { value: text.replace(/\r\n/g, '\n') };
  }
}

export function readAnswerForm(
  fields: Field[],
  form: URLSearchParams,
): { option: string; comment: string | null; values: Record<string, unknown>; problems: FieldProblem[] } {
  const values: [string, unknown][] = [];
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const read = readField(field, form.getAll(controlName(field.name)));
    if (read && 'value' in read) values.push([field.name, read.value]);
    else if (read) problems.push({ field: field.name, message: read.problem });
  }
  return {
    option: form.get('option') ?? '',
    comment: form.get('comment')?.trim().replace(/\r\n/g, '\n') || null,
    values: Object.fromEntries(values),
    problems,
  };
}

/** What a control shows before anything is typed. */
export function textOfDefault(field: Field): string {
  const value = field.default;
  if (value === undefined || value === null) return '';
  if (field.type === 'list' && Array.isArray(value)) return value.map(String).join('\n');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}
