// The inputs a run is started with: defaults applied, types checked, everything wrong told at once.
import type { Graph, InputField } from '../graph.ts';
import { nearest } from '../problems/suggest.ts';
import { isTextType, readInputValue } from './input-value.ts';

const mostTold = 20;

export type InputProblem = { input: string; message: string };
export type CheckedInputs = { ok: true; inputs: Record<string, unknown> } | { ok: false; problems: InputProblem[] };

export function checkInputs(graph: Pick<Graph, 'inputs'>, given: Record<string, unknown>): CheckedInputs {
  const inputs: Record<string, unknown> = {};
  const problems: InputProblem[] = [];
  for (const field of graph.inputs) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    if (isMissing(field, value)) {
      if (field.required && field.default === undefined) {
        problems.push({ input: field.name, message: `input "${field.name}" is required` });
      }
      // An optional input exists even when nobody gave it, so that expressions may ask for it.
      inputs[field.name] = field.default ?? null;
      continue;
    }
    const read = readInputValue(field, value);
    if (read.ok) inputs[field.name] = read.value;
    else problems.push({ input: field.name, message: `input "${field.name}" ${read.message}` });
  }
  const all = [...problems, ...unknownInputs(graph.inputs, given)];
  return all.length === 0 ? { ok: true, inputs } : { ok: false, problems: all };
}

/** A form sends an empty text for a field that nobody filled in; only for optional text is that a value. */
function isMissing({ type, required }: InputField, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && value.trim() === '' && (required || type === 'choice' || !isTextType(type));
}

function unknownInputs(fields: InputField[], given: Record<string, unknown>): InputProblem[] {
  const names = fields.map(({ name }) => name);
  const known = new Set(names);
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  const told = unknown.slice(0, mostTold).map((name) => {
    const near = nearest(name, names);
    return { input: name, message: `the workflow has no input "${name}"${near ? `; did you mean "${near}"?` : ''}` };
  });
  const left = unknown.length - told.length;
  const input = unknown[mostTold];
  return input === undefined ? told : [...told, { input, message: `the workflow has none of ${left} more inputs` }];
}
