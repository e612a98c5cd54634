// A value that is too large for an event is kept beside the log. What stands for it, in events and in the state, is a small
// handle that says how large it is and how it begins. Whoever only passes it on never loads it; whoever looks inside asks
// for the value, and what is not there yet is asked for by a NeedsValue, after which the same question is put again.

import { ClientFailure } from './client-failure.ts';

export type LargeValue = {
  /** SHA-256 of the value's JSON, which is its name. */
  $value: string;
  bytes: number;
  kind: 'text' | 'list' | 'object';
  /** Of its characters, items or fields. */
  length: number;
  preview: string;
};

/** The value of a handle. Throws a NeedsValue when it must be loaded first. `most` is how many bytes one value may have in all. */
export type Values = { (handle: LargeValue): unknown; most?: number };

export function isLargeValue(value: unknown): value is LargeValue {
  if (typeof value !== 'object' || value === null) return false;
  const { $value: hash, bytes } = value as Partial<LargeValue>;
  return typeof hash === 'string' && typeof bytes === 'number' && /^[0-9a-f]{64}$/.test(hash);
}

export type NeedsValue = Error & { handle: LargeValue };

/** Known by its name, as modules may be loaded twice. */
export function needsValue(handle: LargeValue): NeedsValue {
  const message = `a value of ${sizeWords(handle.bytes)} is not loaded`;
  return Object.assign(new Error(message), { name: 'NeedsValue', handle });
}

export function isNeedsValue(error: unknown): error is NeedsValue {
  return error instanceof Error && error.name === 'NeedsValue';
}

/** Where nothing can be loaded, as in the browser. */
export const noValues: Values = (handle) => {
  throw needsValue(handle);
};

/** The value itself, where a handle may stand for it; what is inside stays as it is. */
export function openValue(value: unknown, values: Values): unknown {
  let found = value;
  while (isLargeValue(found)) found = values(found);
  return found;
}

/**
 * The value with everything that is inside. What holds no handle is not copied. Small files may name others again and again:
 * what they come to in all is counted before it is put together.
 */
export function wholeValue(value: unknown, values: Values): unknown {
  const { most = Number.POSITIVE_INFINITY } = values;
  let bytes = 0;
  const counted: Values = (handle) => {
    bytes += handle.bytes;
    if (bytes > most) throw new ClientFailure('value_too_large', tooLargeWords('A value', bytes, most));
    return values(handle);
  };
  return filledIn(value, counted);
}

function filledIn(value: unknown, values: Values): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const opened = openValue(value, values);
  if (Array.isArray(opened)) {
    const items = opened.map((item) => filledIn(item, values));
    return items.some((item, index) => item !== opened[index]) ? items : opened;
  }
  if (typeof opened !== 'object' || opened === null) return opened;
  const entries = Object.entries(opened);
  const members = entries.map(([key, member]) => [key, filledIn(member, values)] as const);
  return members.some(([, member], index) => member !== entries[index]?.[1]) ? Object.fromEntries(members) : opened;
}

export function hasLargeValue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isLargeValue(value) || Object.values(value).some(hasLargeValue);
}

/** What comes from outside and looks like a handle stands for nothing: it loses the key that would make it one. */
export function withoutHandles<Value>(value: Value): Value {
  return (hasLargeValue(value) ? disarmed(value) : value) as Value;
}

function disarmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(disarmed);
  if (typeof value !== 'object' || value === null) return value;
  const isHandle = isLargeValue(value);
  const entries = Object.entries(value).map(([key, member]) => [
    isHandle && key === '$value' ? '$$value' : key,
    disarmed(member),
  ]);
  return Object.fromEntries(entries);
}

/** Whether the value is longer than this when it is written as JSON, roughly. Looks no further than it must. */
export function isLongerThan(value: unknown, limit: number): boolean {
  return measure(value, limit) < 0;
}

/** What is left of the room; negative when there is none. */
function measure(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2;
  if (typeof value !== 'object' || value === null) return room - 4;
  let left = room - 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index++) left = measure(value[index], left - 1);
    return left;
  }
  for (const key in value) {
    if (left < 0) break;
    left = measure((value as Record<string, unknown>)[key], left - key.length - 4);
  }
  return left;
}

const megabyte = 1024 * 1024;

export function sizeWords(bytes: number): string {
  return bytes < megabyte ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / megabyte).toFixed(1)} MB`;
}

export function tooLargeWords(what: string, bytes: number, most: number): string {
  return `${what} has ${sizeWords(bytes)}; one value may have ${sizeWords(most)} (GATEHOUSE_MAX_VALUE)`;
}
