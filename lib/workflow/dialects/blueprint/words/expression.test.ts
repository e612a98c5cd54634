import { describe, expect, test } from 'vitest';
import { type NativePath, nativeExpression, nativeInner } from './expression.ts';

/** Every name is what it is, and its first state has it. */
const asIs = ([root = '', ...keys]: string[]): NativePath => ({ root, keys, isSure: root !== 'unset' });

describe('an expression in the words of the native language', () => {
  test.each([
    ['the documented operators stay', `a == 'x' && !b || c >= 2`, `a == "x" && !b || c >= 2`],
    ['the documented functions stay', `len(a.b) > 0 && contains(a.c, 'x')`, `len(a?.b) > 0 && contains(a?.c, "x")`],
    ['strict equality is equality', `a === 'x' || b !== 2`, `a == "x" || b != 2`],
    ['a path that leads nowhere is null', 'a.b.c', 'a?.b?.c'],
    ['a name that may not be there is null', 'unset == null', '(unset ?? null) == null'],
    ['places in lists', 'a[0].b + a[-1]', 'a?.[0]?.b + a?.[-1]'],
    ['optional links', `a?.b?.[0] ?? 'x'`, `a?.b?.[0] ?? "x"`],
    ['a choice', `a ? 'x' : b ? 'y' : 'z'`, `a ? "x" : b ? "y" : "z"`],
    ['methods of texts', `a.trim().toLowerCase().startsWith('x')`, `startswith(lower(trim(a)), "x")`],
    ['methods of lists', `a.map(s => s.id).join(', ')`, `a?.map(s => s?.id)?.join(", ")`],
    ['an arrow in brackets', `a.filter((s) => s.b === 'x').length`, `a?.filter(s => s?.b == "x")?.length`],
    [
      'an arrow sees names outside',
      `a.some(s => b.find(t => t.id === s.id))`,
      `a?.some(s => b?.find(t => t?.id == s?.id))`,
    ],
    ['the last of a split', `a.split('/').pop()`, `split(a, "/")?.[-1]`],
    ['a part of a text', 'a.substring(0, 500) + a.charAt(0)', 'a?.slice(0, 500) + a?.slice(0, 1)'],
    ['keys and values', 'Object.keys(a).length + Object.values(b).length', 'keys(a)?.length + values(b)?.length'],
    ['the time', 'new Date().toISOString()', 'now()'],
    ['a template string', '`${a.b}-x`', '("" + (a?.b) + "-x")'],
    ['a text with something put into it', `'\${a}/skills'`, `("" + (a) + "/skills")`],
    ['what is put into an expression', `\${a} == 'git'`, `(a) == "git"`],
    ['words for operators', `a AND NOT b OR c`, `a and not b or c`],
    ['other names of functions', `starts_with(a, 'x') && length(b) > 1`, `startswith(a, "x") && len(b) > 1`],
    ['a list and a group', `[a, 'b'].includes(c) && { d: 1, a }.d`, `[a, "b"]?.includes(c) && { d: 1, a: a }?.d`],
    ['comments', '# says why\na + 1 // and how\n', 'a + 1'],
    ['lines', 'a &&\n  (b ||\n   c)', 'a && (b || c)'],
    ['undefined', 'a != undefined', 'a != null'],
  ])('%s', (_, written, native) => {
    expect(nativeExpression(written, asIs)).toBe(native);
  });

  test.each([
    ['a pattern', `a.replace(/x$/, '')`],
    ['a match', `a.match(/x/)?.[0]`],
    ['a pipe', 'a | length'],
    ['a pipe with a function', `a | map(select(.b == 1)) | length > 0`],
    ['a statement', 'const b = a; b'],
    ['an assignment', 'a = 1'],
    ['a method that changes', 'a.push(b)'],
    ['an arrow with two arguments', 'a.reduce((sum, one) => sum + one, 0)'],
    ['an arrow with a body', 'a.map(one => { return one })'],
    ['names taken apart', 'a.map(([b, c]) => b)'],
    ['a spread', '[...a]'],
    ['an unknown function', 'serializeYaml(a)'],
    ['a default of the shell', 'a:-none'],
    ['a cut of the shell', 'a%.*'],
    ['nothing but a comment', '# Parse the file'],
    ['prose', 'the name of the thing'],
    ['nothing', ''],
    ['an open text', `'abc`],
    ['an open bracket', '(a'],
    ['too much', `a + ${'b + '.repeat(10_000)}c`],
    ['too deep', `${'('.repeat(500)}a${')'.repeat(500)}`],
  ])('%s has none', (_, written) => {
    expect(nativeExpression(written, asIs)).toBeNull();
  });
});

test('a path that stands alone in a text must lead somewhere; anything more may not', () => {
  expect(nativeInner('a.b[0].c', asIs)).toBe('a.b[0].c');
  expect(nativeInner("a.b || 'x'", asIs)).toBe('a?.b || "x"');
});
