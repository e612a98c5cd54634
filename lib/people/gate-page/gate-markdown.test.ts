import { expect, test } from 'vitest';
import { renderMarkdown, renderMessage } from './gate-markdown.ts';

const render = (source: string) => renderMarkdown(source).text;

test('paragraphs, emphasis, code and lists are rendered', () => {
  expect(render('One **two** *three* `four`\nfive\n\nsix')).toBe(
    '<p>One <strong>two</strong> <em>three</em> <code>four</code><br>five</p><p>six</p>',
  );
  expect(render('- a\n- **b**\n\n1. c\n2) d')).toBe(
    '<ul><li>a</li><li><strong>b</strong></li></ul><ol><li>c</li><li>d</li></ol>',
  );
  expect(render('# Head\n```js\na < b\n\n**c**\n```\nend')).toBe('<h2>Head</h2><pre>a &lt; b\n\n**c**</pre><p>end</p>');
});

test('a link is its words and its host, never something to follow', () => {
  expect(render('see [the log](https://ci.example.org/run?a=1)')).toBe(
    '<p>see the log <span class="host">(ci.example.org)</span></p>',
  );
  expect(render('[x](javascript:alert(1))')).toBe('<p>[x](javascript:alert(1))</p>');
});

test('what is not closed stays text', () => {
  expect(render('2 * 3 * 4 **open `code')).toBe('<p>2 * 3 * 4 **open `code</p>');
});

test('a short first paragraph is the title; anything else gets the given one', () => {
  const { title, rest } = renderMessage('Ship it?\n\nBecause.', 'fallback');
  expect([title.text, rest?.text]).toEqual(['Ship it?', '<p>Because.</p>']);
  expect(renderMessage('- a\n- b', 'fallback').title.text).toBe('fallback');
  expect(renderMessage('x'.repeat(201), 'fallback').rest?.text).toContain('xxx');
  expect(renderMessage('', 'fallback')).toMatchObject({ title: { text: 'fallback' }, rest: null });
});

test.each(['[', '*', '**', '`', '[a](', '**a', '```', '- ', '# '])(
  'a long run of %j costs no more than its length',
  (piece) => {
    const startedAt = performance.now();
    render(piece.repeat(65_536 / piece.length));
    expect(performance.now() - startedAt).toBeLessThan(2000);
  },
);
