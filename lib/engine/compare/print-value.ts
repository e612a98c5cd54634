// A value as lines that can be compared: one field a line, texts of several lines as they are. Fields stand in the order of
// their names, since their order means nothing.
import { isLargeValue, type LargeValue, sizeWords } from '../../nodes/parts/large-value.ts';

export function printValue(value: unknown): string[] {
  if (value === undefined) return [];
  if (typeof value === 'string' && !isPlain(value)) return value.split('\n');
  return print(value, '', '');
}

/** On one line, and not to be taken for something else. */
function isPlain(text: string): boolean {
  return !text.includes('\n');
}

function print(value: unknown, lead: string, pad: string): string[] {
  if (isLargeValue(value)) return [`${lead}${largeWords(value)}`];
  if (typeof value === 'string' && !isPlain(value))
    return [`${lead}|`, ...value.split('\n').map((line) => `${pad}  ${line}`)];
  if (typeof value !== 'object' || value === null) return [`${lead}${JSON.stringify(value) ?? 'nothing'}`];
  const entries = Object.entries(value);
  if (entries.length === 0) return [`${lead}${Array.isArray(value) ? '[]' : '{}'}`];
  const inner = lead === '' ? pad : `${pad}  `;
  const named = Array.isArray(value)
    ? entries.map(([, item]) => ['- ', item] as const)
    : entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [`${name}: `, member] as const);
  const lines = named.flatMap(([name, member]) => print(member, `${inner}${name}`, inner));
  return lead === '' ? lines : [lead.trimEnd(), ...lines];
}

/** What is the same has the same hash. */
function largeWords({ $value: hash, bytes, kind }: LargeValue): string {
  return `‹${kind} of ${sizeWords(bytes)}, too large to compare here, ${hash.slice(0, 12)}›`;
}
