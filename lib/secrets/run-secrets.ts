// The secrets of one run. Its state knows each of them only by a marker that nobody can guess; the value takes the marker's
// place where a node acts on the outside, and "[secret name]" takes the value's place in everything that comes back.
// What comes from outside must not carry a marker either: else whoever has read one could have it revealed somewhere else.
import { randomBytes } from 'node:crypto';
import { ClientFailure } from '../nodes/parts/client-failure.ts';
import { createRedaction, type Redactor, type Word } from './redaction.ts';
import { formsOf } from './secret-forms.ts';

/** The value is null when it can no longer be read. */
export type Secret = { name: string; marker: string; value: string | null };

export type ByteRedactor = { push(chunk: Uint8Array): Buffer; rest(): Buffer };

export type RunSecrets = {
  /** Values for markers: only for what is about to be used, never for what is kept. */
  reveal<T>(value: T): T;
  /** No values; markers stay, because the state is made of them. */
  redact<T>(value: T): T;
  /** No values and no markers, for what came from outside. */
  clear<T>(value: T): T;
  /** The same for texts and bytes that arrive in pieces. Null when there is nothing to look for. */
  textRedactor(): Redactor | null;
  byteRedactor(): ByteRedactor | null;
  /** The words that a byteRedactor looks for, for a process of its own that writes down what a command prints. */
  byteWords(): Word[];
  /** The values by name, to be sealed for another run. */
  values(): Record<string, string>;
};

const same = <T>(value: T): T => value;

export const noSecrets: RunSecrets = {
  reveal: same,
  redact: same,
  clear: same,
  textRedactor: () => null,
  byteRedactor: () => null,
  byteWords: () => [],
  values: () => ({}),
};

export function newMarker(name: string): string {
  return `[secret ${name} ${randomBytes(8).toString('hex')}]`;
}

const inPlaceOf = (name: string) => `[secret ${name}]`;

/** A short value that happens to stand in a time, an id or a hash is none; without this rule it would destroy them. */
const machineWord = /^(a?[0-9a-f]{16}|[0-9a-f]{64}|\d{4}-\d{2}-\d{2}T[\d:.]{8,12}Z)$/;
const longEnough = 8;
const fewestDigits = 6;

export function createRunSecrets(secrets: Secret[]): RunSecrets {
  if (secrets.length === 0) return noSecrets;
  const known = secrets.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
  const forms = known.flatMap(({ name, value }) => formsOf(value).map((text) => ({ text, as: inPlaceOf(name) })));
  // Passed over as they are: a value that is a part of them would be found in them, again and again.
  const placeholders = secrets.map(({ name }) => ({ text: inPlaceOf(name), as: inPlaceOf(name) }));
  const markers = (as: (secret: Secret) => string): Word[] =>
    secrets.map((secret) => ({ text: secret.marker, as: as(secret) }));
  const keeping = createRedaction([...forms, ...placeholders, ...markers(({ marker }) => marker)]);
  const outside = [...forms, ...placeholders, ...markers(({ name }) => inPlaceOf(name))];
  const clearing = createRedaction(outside);
  const byteWords = outside.map(({ text, as }) => ({ text: latin1(text), as: latin1(as) }));
  const inBytes = createRedaction(byteWords);
  const inMachineWords = createRedaction(forms.filter(({ text }) => text.length >= longEnough));
  const exact = new Map(forms.map(({ text, as }) => [text, as]));

  const scalarIn = (redact: (text: string) => string) => (value: unknown) => {
    if (typeof value === 'number' || typeof value === 'bigint') {
      const digits = String(value);
      return digits.length >= fewestDigits ? (exact.get(digits) ?? value) : value;
    }
    if (typeof value !== 'string') return value;
    if (machineWord.test(value)) return exact.get(value) ?? inMachineWords.redact(value);
    return redact(value);
  };
  const keepMarkers = scalarIn(keeping.redact);
  const clearMarkers = scalarIn(clearing.redact);
  const revealed = (value: unknown) => {
    if (typeof value !== 'string' || !secrets.some(({ marker }) => value.includes(marker))) return value;
    return secrets.reduce((text, secret) => text.replaceAll(secret.marker, () => revealedValue(secret)), value);
  };
  return {
    reveal: (value) => mapped(value, revealed),
    redact: (value) => mapped(value, keepMarkers),
    clear: (value) => mapped(value, clearMarkers),
    textRedactor: () => clearing.stream(),
    byteRedactor: () => bytesThrough(inBytes.stream()),
    byteWords: () => byteWords,
    values: () => Object.fromEntries(known.map(({ name, value }) => [name, value])),
  };
}

function revealedValue({ name, value }: Secret): string {
  if (value !== null) return value;
  const message = `The secret "${name}" can no longer be read: secret.key in the data directory is not the one it was sealed with`;
  throw new ClientFailure('secret_lost', `${message}; restore that file, or run again with the value`);
}

/** The same data with every scalar and every key changed; what is not plain data stays as it is. */
function mapped<T>(value: T, change: (scalar: unknown) => unknown): T {
  const walk = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(walk);
    if (one === null || typeof one !== 'object') return change(one);
    const prototype = Object.getPrototypeOf(one);
    if (prototype !== Object.prototype && prototype !== null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, member]) => [change(key), walk(member)]));
  };
  return walk(value) as T;
}

/** Bytes as one character each, so that any file goes through unharmed. */
const latin1 = (text: string) => Buffer.from(text).toString('latin1');

function bytesThrough(redactor: Redactor): ByteRedactor {
  return {
    push: (chunk) =>
      Buffer.from(
        redactor.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')),
        'latin1',
      ),
    rest: () => Buffer.from(redactor.rest(), 'latin1'),
  };
}

/** A stream of bytes without the secrets in it. */
export async function* withoutSecrets(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  redactor: ByteRedactor,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield redactor.push(chunk);
  yield redactor.rest();
}
