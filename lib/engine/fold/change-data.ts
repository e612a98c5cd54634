// How a change reaches the run's data. Paths are rooted: computed.x, flags.x, else a custom field.
// Copies along the path, shares the rest: a state that somebody holds never changes under them.

import type { Change } from '../../nodes/contract/outcome.ts';
import { noValues, openValue, type Values } from '../../nodes/parts/large-value.ts';
import { remember } from '../../workflow/expression/remember.ts';

export type RunData = {
  computed: Record<string, unknown>;
  flags: Record<string, boolean>;
  custom: Record<string, unknown>;
};

const unsafe = new Set(['__proto__', 'constructor', 'prototype']);

const splitPath: (path: string) => readonly (string | number)[] = remember((path) => {
  const keys: (string | number)[] = [];
  for (const part of path.split('.')) {
    const match = /^([^[\]]+)((?:\[-?\d+\])*)$/.exec(part);
    if (!match || unsafe.has(match[1] as string)) throw new Error(`"${path}" is not a path that can be set`);
    keys.push(match[1] as string);
    for (const index of (match[2] as string).matchAll(/\[(-?\d+)\]/g)) keys.push(Number(index[1]));
  }
  return keys;
});

/** What a change of this path would find. */
export function readData(data: RunData, path: string, values: Values = noValues): unknown {
  const [root, ...rest] = splitPath(path);
  let value: unknown = data.custom;
  const isOwn = root === 'computed' || root === 'flags';
  if (isOwn) value = data[root];
  for (const key of isOwn ? rest : [root as string, ...rest]) {
    value = openValue(value, values);
    if (Array.isArray(value)) value = typeof key === 'number' ? value.at(key) : null;
    else if (typeof value === 'object' && value !== null && Object.hasOwn(value, key)) value = value[key as never];
    else return null;
  }
  return value ?? null;
}

function updated(container: unknown, keys: readonly (string | number)[], change: Change): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) {
    switch (change.op) {
      case 'set':
        return change.value;
      case 'clear':
        return null;
      case 'append':
        return [...(Array.isArray(container) ? container : container == null ? [] : [container]), change.value];
      case 'merge':
        return { ...(container as object | null), ...(change.value as object) };
    }
  }
  if (typeof key === 'number') {
    const list = Array.isArray(container) ? [...container] : [];
    const index = key < 0 ? list.length + key : key;
    if (index < 0 || index > list.length) {
      throw new Error(`"${change.path}" points outside a list of ${list.length} items`);
    }
    list[index] = updated(list[index], rest, change);
    return list;
  }
  const object = container !== null && typeof container === 'object' && !Array.isArray(container) ? container : {};
  const own = Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
  return { ...object, [key]: updated(own, rest, change) };
}

export function changeData<Data extends RunData>(data: Data, change: Change): Data {
  const [root, ...rest] = splitPath(change.path);
  if (root === 'flags' && rest.length === 1) {
    const value = change.op === 'clear' ? false : Boolean(change.value);
    return { ...data, flags: { ...data.flags, [rest[0] as string]: value } };
  }
  if (root === 'computed' && rest.length > 0) {
    return { ...data, computed: updated(data.computed, rest, change) as RunData['computed'] };
  }
  return { ...data, custom: updated(data.custom, [root as string, ...rest], change) as RunData['custom'] };
}
