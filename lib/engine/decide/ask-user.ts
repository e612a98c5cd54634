// Fields left for people to fill in: the marks of ask-mark open one question for all of them before the node runs. A value that
// is nothing but a mark takes the answer with its type; a mark inside of a text takes it as text. What is taken as it is
// written (a script, a list of tools) has no marks: an answer must not become a program.
import { asText } from '../../nodes/parts/as-text.ts';
import { type AskMark, askPattern, readMark } from '../../nodes/parts/ask-mark.ts';

type Asked = AskMark & { path: string };

/** The marks in a text, with the names of their answers. */
function marksIn(text: string, path: string): (Asked & { written: string })[] {
  return [...text.matchAll(askPattern)].flatMap(({ 0: written, 1: type, 2: words }, index) => {
    const mark = readMark(type, words);
    return mark ? [{ ...mark, written, path: index === 0 ? path : `${path}.${index + 1}` }] : [];
  });
}

function walk(value: unknown, path: string, found: Asked[], left: ReadonlySet<string>): void {
  if (typeof value === 'string' && value.includes('{{')) found.push(...marksIn(value, path));
  else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      if (path === '' && left.has(key)) continue;
      walk(inner, path === '' ? key : `${path}.${key}`, found, left);
    }
  }
}

/** Every arrival at a node asks; the fields of a graph never change. */
const known = new WeakMap<object, Asked[]>();

/** What people must fill in, in written order. `left` are fields that are taken as they are written. */
export function askedFields(fields: Record<string, unknown>, left: ReadonlySet<string>): Asked[] {
  let found = known.get(fields);
  if (!found) {
    found = [];
    walk(fields, '', found, left);
    known.set(fields, found);
  }
  return found;
}

const escaped = (text: string) => text.replaceAll('${', () => '$${');

/** A text with what people filled in. Their words are data: a `${` in them stays as it is. */
function filled(text: string, asked: Record<string, unknown>, path: string): unknown {
  const marks = marksIn(text, path).filter((mark) => Object.hasOwn(asked, mark.path));
  const [first] = marks;
  if (!first) return text;
  const given = asked[first.path];
  if (text === first.written) return typeof given === 'string' ? escaped(given) : (given ?? null);
  return marks.reduce((done, mark) => done.replace(mark.written, () => escaped(asText(asked[mark.path]))), text);
}

export function withAnswers<Value>(value: Value, asked: Record<string, unknown>, path = ''): Value {
  if (Object.keys(asked).length === 0) return value;
  if (typeof value === 'string') return filled(value, asked, path) as Value;
  if (value === null || typeof value !== 'object') return value;
  const inner = (key: string, one: unknown) => withAnswers(one, asked, path === '' ? key : `${path}.${key}`);
  if (Array.isArray(value)) return value.map((one, index) => inner(String(index), one)) as Value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(key, one)])) as Value;
}
