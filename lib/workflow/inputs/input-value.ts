// One value for an input of a type: as data, or as the text that a form sends.
import { isTooDeep } from '../../nodes/parts/is-too-deep.ts';
import type { InputField, InputType } from '../graph.ts';

export type InputValue = { ok: true; value: unknown } | { ok: false; message: string };

/** A file as it is given: its bytes are sent along, because a path would mean another machine. */
export type GivenFile = { name: string; base64: string };

const largestFile = 10 * 1024 * 1024;
const shortestSecret = 4;
const longestSecret = 16_384;
const textTypes: readonly InputType[] = ['string', 'text', 'choice'];
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
    case 'secret':
      return readSecret(value);
    case 'file':
      return readFile(value);
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
  try {
    const read = typeof value === 'string' ? JSON.parse(value) : value;
    return isTooDeep(read) ? { ok: false, message: 'is nested too deeply' } : { ok: true, value: read };
  } catch {
    return { ok: false, message: 'must be JSON' };
  }
}

/** No message repeats the value. A shorter one could not be taken out of a log without destroying it. */
function readSecret(value: unknown): InputValue {
  if (typeof value !== 'string') return { ok: false, message: 'must be text' };
  if (value.trim().length < shortestSecret) {
    return {
      ok: false,
      message: `must have at least ${shortestSecret} characters: a shorter secret cannot be kept out of the log`,
    };
  }
  if (value.length > longestSecret) {
    return { ok: false, message: `must have at most ${longestSecret} characters; send a file for more` };
  }
  return { ok: true, value };
}

function readFile(value: unknown): InputValue {
  const { name, base64 } = (value ?? {}) as Partial<GivenFile>;
  if (typeof name !== 'string' || name.trim() === '' || typeof base64 !== 'string') {
    return { ok: false, message: 'must be a file with its bytes: { "name": "report.pdf", "base64": "…" }, not a path' };
  }
  const bytes = base64.replace(/\s+/g, '');
  if (bytes.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(bytes)) {
    return { ok: false, message: 'has bytes that are not base64' };
  }
  const size = (bytes.length / 4) * 3 - (bytes.length - bytes.replace(/=+$/, '').length);
  if (size > largestFile) return { ok: false, message: `is larger than ${largestFile / 1024 / 1024} MB` };
  return { ok: true, value: { name, base64: bytes } };
}
