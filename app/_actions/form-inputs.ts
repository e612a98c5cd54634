// How a submitted start form becomes the inputs of a run, and how an input's default becomes text in the form.
// It only reads; what an input may be is decided by the use case, which reports it for the form and the API alike.
import { hasLargeValue } from '#lib/nodes/parts/large-value.ts';
import type { InputField } from '#lib/workflow/graph.ts';
import type { GivenFile } from '#lib/workflow/inputs/input-value.ts';

export const formName = (input: string) => `input.${input}`;

export function textOfDefault(input: InputField): string {
  const value = input.default;
  if (value === undefined || value === null) return '';
  if (input.type === 'list' && Array.isArray(value)) return value.map((entry) => textOf(entry)).join('\n');
  if (input.type === 'json') return JSON.stringify(value, null, 2);
  return textOf(value);
}

/** Secrets, files, and what is too large for a form. */
const staysOnServer = ({ type }: InputField, given: unknown) =>
  type === 'secret' || type === 'file' || hasLargeValue(given);

/** The inputs with what a run was given as their defaults. */
export function inputsAsIn(fields: InputField[], given: Record<string, unknown> = {}): InputField[] {
  return fields.map((field) =>
    !staysOnServer(field, given[field.name]) && Object.hasOwn(given, field.name)
      ? { ...field, default: given[field.name] }
      : field,
  );
}

/** What of that run is never sent to a page, kept when the form leaves them empty. */
export function keptInputs(fields: InputField[], given: Record<string, unknown> = {}): string[] {
  const isKept = (field: InputField) => Boolean(given[field.name]) && staysOnServer(field, given[field.name]);
  return fields.filter(isKept).map(({ name }) => name);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export type FormInputs = {
  inputs: Record<string, unknown>;
  /** As typed, to fill the form again. */
  values: Record<string, string>;
  problems: Record<string, string>;
};

export async function readFormInputs(fields: InputField[], form: FormData): Promise<FormInputs> {
  const result: FormInputs = { inputs: {}, values: {}, problems: {} };
  for (const field of fields) {
    const given = form.get(formName(field.name));
    if (field.type === 'file') {
      const file = await readFile(given);
      if (file) result.inputs[field.name] = file;
      continue;
    }
    const text = typeof given === 'string' ? given.replaceAll('\r\n', '\n') : '';
    if (field.type !== 'secret') result.values[field.name] = text;
    const read = readValue(field, text);
    if ('problem' in read) result.problems[field.name] = read.problem;
    else if (read.value !== undefined) result.inputs[field.name] = read.value;
  }
  return result;
}

/** When none was chosen, a form sends an empty file without a name, which reaches an action as "undefined". */
async function readFile(given: FormDataEntryValue | null): Promise<GivenFile | null> {
  if (given === null || typeof given === 'string') return null;
  if (given.size === 0 && (given.name === '' || given.name === 'undefined')) return null;
  return { name: given.name, base64: Buffer.from(await given.arrayBuffer()).toString('base64') };
}

/** An empty field says nothing, so that the default applies; only a text whose default was wiped out is meant to be empty. */
function readValue(field: InputField, text: string): { value: unknown } | { problem: string } {
  if (field.type === 'boolean') return { value: text === 'true' };
  if (text.trim() === '') {
    const isWiped = (field.type === 'string' || field.type === 'text') && textOfDefault(field) !== '';
    return { value: isWiped ? '' : undefined };
  }
  switch (field.type) {
    case 'number':
    case 'integer': {
      const value = Number(text);
      if (Number.isFinite(value)) return { value };
      return { problem: `“${text.trim()}” is not a number.` };
    }
    case 'list':
      return { value: text.split('\n').filter((line) => line.trim() !== '') };
    case 'json':
      try {
        return { value: JSON.parse(text) };
      } catch (error) {
        return { problem: `This is not JSON: ${(error as Error).message}` };
      }
    default:
      return { value: text };
  }
}
