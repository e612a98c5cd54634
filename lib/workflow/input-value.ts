// One value for an input of a type: as data, or as the text that a form sends.
import type { InputField, InputType } from './graph.ts';

export type InputValue = { ok: true; value: unknown } | { ok: false; message: string };

const textTypes: readonly InputType[] = ['string', 'text', 'choice', 'file', 'secret'];
const yes = ['true', 'yes', 'on'];
const no = ['false', 'no', 'off'];

export function isTextType(type: InputType): boolean {
  return textTypes.includes(type);
}

export function readInputValue({ type, choices }: Pick<InputField, 'type' | 'choices'>, value: unknown): InputValue {
  switch (type) {
    case 'number':
    case 'integer':
      return readNumber(value, type);
    case 'boolean':
      return readBoolean(value);
    case 'list':
      return readList(value);
    case 'json':
      return readJson(value);
    case 'choice':
      if (typeof value === 'string' && choices?.includes(value)) return { ok: true, value };
      return { ok: false, message: `must be one of ${(choices ?? []).join(', ')}` };
    default:
      return typeof value === 'string' ? { ok: true, value } : { ok: false, message: 'must be text' };
  }
}

function readNumber(value: unknown, type: 'number' | 'integer'): InputValue {
  const isWritten = typeof value === 'string' && /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value);
  const number = isWritten ? Number(value) : value;
  const isRight = type === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number);
  return isRight
    ? { ok: true, value: number }
    : { ok: false, message: `must be a ${type === 'integer' ? 'whole ' : ''}number` };
}

function readBoolean(value: unknown): InputValue {
  if (typeof value === 'boolean') return { ok: true, value };
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (yes.includes(word)) return { ok: true, value: true };
  if (no.includes(word)) return { ok: true, value: false };
  return { ok: false, message: 'must be true or false' };
}

function readList(value: unknown): InputValue {
  if (Array.isArray(value)) return { ok: true, value };
  if (typeof value !== 'string') return { ok: false, message: 'must be a list' };
  const items = value.split('\n').map((line) => line.trim());
  return { ok: true, value: items.filter((line) => line !== '') };
}

function readJson(value: unknown): InputValue {
  if (typeof value !== 'string') return { ok: true, value };
  try {
    return { ok: true, value: JSON.parse(value) };
  } catch {
    return { ok: false, message: 'must be JSON' };
  }
}
