// Fields left for people to fill in: a value that is `{{ask_user}}` opens one question for all of them before the node runs.
const mark = '{{ask_user}}';

function walk(value: unknown, path: string, found: string[]): void {
  if (value === mark) found.push(path);
  else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) walk(inner, path === '' ? key : `${path}.${key}`, found);
  }
}

/** Every arrival at a node asks; the fields of a graph never change. */
const known = new WeakMap<object, string[]>();

/** The paths of the fields that people must fill in, in written order. */
export function askedFields(fields: Record<string, unknown>): string[] {
  let found = known.get(fields);
  if (!found) {
    found = [];
    walk(fields, '', found);
    known.set(fields, found);
  }
  return found;
}

/** The fields with what people filled in. Their words are data: a `${` in them stays as it is. */
export function withAnswers<Value>(value: Value, asked: Record<string, unknown>, path = ''): Value {
  if (value === mark) {
    const given = asked[path];
    return (typeof given === 'string' ? given.replaceAll('${', () => '$${') : (given ?? null)) as Value;
  }
  if (value === null || typeof value !== 'object') return value;
  const inner = (key: string, one: unknown) => withAnswers(one, asked, path === '' ? key : `${path}.${key}`);
  if (Array.isArray(value)) return value.map((one, index) => inner(String(index), one)) as Value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(key, one)])) as Value;
}
