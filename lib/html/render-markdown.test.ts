import { expect, test } from 'vitest';
import { renderMarkdown, renderMessage } from './render-markdown.ts';

const render = (source: string) => renderMarkdown(source, 'named').text.trim();
const followed = (source: string) => renderMarkdown(source, 'followed').text.trim();

test('paragraphs keep their lines; emphasis, code, lists and quotes are rendered', () => {
  expect(render('One **two** *three* `four`\nfive ~~six~~ ~7 to ~8\n\nnine')).toBe(
    '<p>One <strong>two</strong> <em>three</em> <code>four</code><br>five <del>six</del> ~7 to ~8</p>\n<p>nine</p>',
  );
  expect(render('- a\n- **b**\n\n> c')).toBe(
    '<ul>\n<li>a</li>\n<li><strong>b</strong></li>\n</ul>\n<blockquote>\n<p>c</p>\n</blockquote>',
  );
  expect(render('# Head\n```js\na < b\n\n**c**\n```')).toBe(
    '<h2>Head</h2>\n<pre><code class="language-js">a &lt; b\n\n**c**\n</code></pre>',
  );
});

test('a wide table can be scrolled by itself', () => {
  const table = render('| a | b |\n| - | -: |\n| 1 | 2 |');
  expect(table).toMatch(/^<div class="wide" tabindex="0"><table>.*<td align="right">2<\/td>.*<\/table><\/div>$/s);
});

test('a list of tasks says which are done, and has nothing to press', () => {
  const list = render('- [x] built\n- [ ] published');
  expect(list).toContain('<li><span role="img" aria-label="Done">☑</span> built</li>');
  expect(list).toContain('<li><span role="img" aria-label="To do">☐</span> published</li>');
  expect(list).not.toContain('<input');
});

test('lines of a diff say what becomes of them', () => {
  expect(render('```diff\n@@ -1 +1 @@\n-a <b>\n+c\n d\n```')).toBe(
    '<pre><code class="language-diff"><span class="hunk">@@ -1 +1 @@</span>\n<span class="del">-a &lt;b&gt;</span>\n<span class="add">+c</span>\n d\n</code></pre>',
  );
});

test('where links are named, a link is its words and its host, never something to follow', () => {
  expect(render('see [the log](https://ci.example.org/run?a=1)')).toBe(
    '<p>see the log <span class="host">(ci.example.org)</span></p>',
  );
  expect(render('<https://ci.example.org/?a&b>')).toBe('<p>https://ci.example.org/?a&amp;b</p>');
});

test('where links are followed, they open beside the console, know nothing of it and say where they lead', () => {
  expect(followed('[https://bank.example](https://evil.example/a?b&c "d")')).toBe(
    '<p><a href="https://evil.example/a?b&amp;c" target="_blank" rel="noopener noreferrer nofollow">https://bank.example <span class="host">(evil.example)</span></a></p>',
  );
  expect(followed('[x](https://bank.example@evil.example/)')).toContain('(evil.example)');
  expect(followed('<ada@example.org>')).toMatch(
    /^<p><a href="mailto:ada@example.org" [^>]*>ada@example.org<\/a><\/p>$/,
  );
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'file:///etc',
  '//evil.example',
  '/sign-out',
  'ircs://a',
])('a link to %s is only its words', (address) => {
  expect(followed(`[words](${address})`)).toBe('<p>words</p>');
  expect(followed(`![words](${address})`)).toBe('<p>words</p>');
});

test('a picture from elsewhere is never loaded: it is named', () => {
  expect(render('![chart](https://evil.example/i.png)')).toBe('<p>chart <span class="host">(evil.example)</span></p>');
  expect(render('![](https://evil.example/i.png)')).toBe('<p><span class="host">(evil.example)</span></p>');
  const badge = followed('[![badge](https://evil.example/i.png)](https://ci.example.org)');
  expect(badge).toMatch(
    /^<p><a href="https:\/\/ci\.example\.org" [^>]*>badge <span class="host">\(ci\.example\.org\)<\/span><\/a><\/p>$/,
  );
});

test('HTML stays text, and Markdown inside of it still is Markdown', () => {
  expect(render('<b onclick="x">**a**</b>')).toBe('<p>&lt;b onclick=&quot;x&quot;&gt;<strong>a</strong>&lt;/b&gt;</p>');
  expect(render('<script>\nalert(1)\n</script>')).not.toContain('<script');
});

test('no character hides, however it is written', () => {
  expect(render('a\u202eb &#x202e; &#8203; &ZeroWidthSpace; `\u200b`')).toBe(
    '<p>a⟨U+202E⟩b ⟨U+202E⟩ ⟨U+200B⟩ ⟨U+200B⟩ <code>⟨U+200B⟩</code></p>',
  );
});

test('what is not closed stays text', () => {
  expect(render('2 * 3 * 4 **open `code')).toBe('<p>2 * 3 * 4 **open `code</p>');
});

test('a short first paragraph is the title; anything else gets the given one', () => {
  const message = (text: string) => renderMessage(text, 'fallback', 'named');
  const { title, rest } = message('Ship *it*?\n\nBecause.');
  expect([title.text, rest?.text]).toEqual(['Ship <em>it</em>?', '<p>Because.</p>']);
  expect(message('# Ship it?\n')).toMatchObject({ title: { text: 'Ship it?' }, rest: null });
  expect(message('- a\n- b').title.text).toBe('fallback');
  expect(message('x'.repeat(201)).rest?.text).toContain('xxx');
  expect(message('')).toMatchObject({ title: { text: 'fallback' }, rest: null });
});

test('of a very long text the beginning is Markdown and the rest is plain, and nothing is left out', () => {
  const line = 'A line with **words** in it.\n\n';
  const text = render(line.repeat(20_000));
  expect(text).toMatch(/^<p>A line with <strong>words<\/strong> in it.<\/p>\n/);
  expect(text).toMatch(/<pre>A line with \*\*words\*\* in it.\n\n[^<]*<\/pre>$/);
  expect(text.match(/words/g)).toHaveLength(20_000);
});

// Each of these took seconds or minutes when all of it was read as Markdown.
const dense = [
  '[',
  ']',
  '*',
  '**',
  '**a',
  'a**b',
  '*a*',
  '`',
  '```',
  '[a](',
  '[a]',
  '[a][',
  '![a](b',
  '- ',
  '1. ',
  '> ',
  '> - ',
];
const longLines = [
  '# ',
  '- a\n',
  'a\n\n',
  '|a',
  '|-|\n',
  '[a]: b\n',
  '- - - - - - a\n',
  'a@b.c ',
  'www.a.b ',
  '&',
  '\\',
  '<a ',
];
test.each([...dense, ...longLines])('F17 400 KB of %j are ready in a moment', (piece) => {
  const text = piece.repeat(400_000 / piece.length);
  const before = process.cpuUsage();
  render(text);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
});
