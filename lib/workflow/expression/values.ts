// What an expression may touch: own data properties of plain objects and lists, and nothing else. Also what work costs.
// Work is counted in units, not in time, so that an expression ends the same way on every machine.
import { filesText } from '../../nodes/parts/as-text.ts';
import { noValues, openValue, type Values, wholeValue } from '../../nodes/parts/large-value.ts';
import { expressionError } from './expression-error.ts';

export const limits = {
  sourceLength: 10_000,
  depth: 64,
  steps: 1_000_000,
  size: 16 * 1024 * 1024,
  dataDepth: 500,
} as const;

/** What looking at one character costs is a unit: a step costs 80, writing a character 4, looking at a member of a list 500. */
const unitsOfStep = 80;
export const unitsOfWrittenCharacter = 4;
export const unitsOfMember = 500;

/** What one evaluation may still spend, and where it finds what is too large for the state. */
export type Work = { units: number; values: Values };

export function newWork(values: Values = noValues): Work {
  return { units: limits.steps * unitsOfStep, values };
}

export function spend(work: Work, units: number, offset: number): void {
  work.units -= units;
  if (work.units < 0) throw expressionError(`the expression takes more than ${limits.steps} steps`, offset);
}

export function spendStep(work: Work, offset: number): void {
  spend(work, unitsOfStep, offset);
}

export function tooLarge(offset: number) {
  return expressionError('the result is larger than 16 MB', offset);
}

export type PlainObject = Record<string, unknown>;

/** On the outputs of a node that gave a list: that list, beside the names that it can be read by. No data can have it. */
export const itself = Symbol('itself');

/** What a value is where it is not asked for one of its names: a node's list is the list. */
export function wholeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const list = (value as { [itself]?: unknown })[itself];
  return list === undefined ? value : list;
}

/** Objects of another realm count; class instances, dates and maps do not. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value === Object.prototype) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** Looks at the value itself, not inside it. */
export function isData(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return true;
    case 'object':
      return value === null || Array.isArray(value) || isPlainObject(value);
    default:
      return false;
  }
}

/** Never inherited, never computed: a getter reads as if the property were absent. */
export function ownValue(container: object, key: string | number): unknown {
  return Object.getOwnPropertyDescriptor(container, key)?.value;
}

/** Plain assignment to `__proto__` would change the prototype; here it is a key like any other. */
export function setOwn(target: PlainObject, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Lists are read by index alone: that is ten times as fast, and a list of JSON data has no getters. */
export function memberOf(list: readonly unknown[], index: number, offset: number): unknown {
  const value = list[index] ?? null;
  if (!isData(value)) throw expressionError(`item ${index} of the list is not plain data`, offset);
  return value;
}

export function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value;
}

/** false, null, 0 and '' are false; everything else, also an empty list, is true. */
export function isTruthy(value: unknown): boolean {
  return value !== false && value !== null && value !== undefined && value !== 0 && value !== '';
}

/** Strict: never equal across types. Lists and objects are equal when their contents are, in any order of keys. */
export function isEqual(left: unknown, right: unknown, work: Work, offset: number, depth = 0): boolean {
  const [a, b] = [openValue(left, work.values), openValue(right, work.values)];
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length !== b.length) return false;
    spend(work, a.length, offset);
    return a === b;
  }
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (depth > limits.dataDepth) throw expressionError('the values are nested too deeply to compare', offset);
  spend(work, unitsOfMember, offset);
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) {
      spend(work, unitsOfMember, offset);
      if (!isEqual(a[index] ?? null, b[index] ?? null, work, offset, depth + 1)) return false;
    }
    return true;
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const keys = Object.keys(a);
  spend(work, unitsOfMember * keys.length, offset);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(b, key)) return false;
    if (!isEqual(ownValue(a, key), ownValue(b, key), work, offset, depth + 1)) return false;
  }
  return true;
}

/**
 * Refuses what is no data, or is too large when written out as JSON, roughly: shared parts count each time, since they
 * are written each time. Without `work` the walk is bounded by the size alone.
 */
export function checkSize(value: unknown, offset: number, work?: Work): void {
  if (typeof value === 'object' && value !== null) addSize(value, 0, { offset, work }, 0);
  else if (typeof value === 'string' && value.length > limits.size) throw tooLarge(offset);
}

type Meter = { offset: number; work: Work | undefined };

function addSize(value: unknown, before: number, meter: Meter, depth: number): number {
  const { offset, work } = meter;
  let size = before;
  if (work) spend(work, unitsOfMember, offset);
  if (typeof value === 'string') size += value.length + 2;
  else if (typeof value !== 'object' || value === null) {
    if (value !== undefined && !isData(value)) throw expressionError('the result is not plain data', offset);
    size += 4;
  } else if (depth > limits.dataDepth) {
    throw expressionError('the result is nested too deeply', offset);
  } else if (Array.isArray(value)) {
    size += 2;
    for (let index = 0; index < value.length; index++) {
      size = addSize(value[index], size + 1, meter, depth + 1);
    }
  } else {
    if (!isPlainObject(value)) throw expressionError('the result is not plain data', offset);
    size += 2;
    for (const key of Object.keys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      if (property?.get || property?.set) throw expressionError('the result is not plain data', offset);
      size = addSize(property?.value, size + key.length + 4, meter, depth + 1);
    }
  }
  if (size > limits.size) throw tooLarge(offset);
  return size;
}

/** How a value reads inside a text: files as their paths, other lists and objects as JSON, null as nothing. */
export function toText(given: unknown, offset: number, work?: Work): string {
  if (typeof given === 'string') return given;
  if (given === null || given === undefined) return '';
  if (typeof given !== 'object') return String(given);
  checkSize(given, offset, work);
  const value = wholeValue(given, work?.values ?? noValues);
  if (typeof value === 'string') return value;
  if (value !== given) checkSize(value, offset, work);
  return filesText(value) ?? JSON.stringify(value);
}
