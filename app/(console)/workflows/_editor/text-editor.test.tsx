import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ProblemList } from './problem-list.tsx';
import { TextEditor } from './text-editor.tsx';
import { TextFacts } from './text-facts.tsx';
import type { Problem } from './workflow-calls.ts';

const problems: Problem[] = [
  {
    ...{ severity: 'error', code: 'unknown_target', line: 2, column: 7, path: 'nodes.a.next' },
    ...{ message: 'node "a" points to unknown node "kepe"', suggestion: 'did you mean "keep"?' },
  },
];

const editor = (text: string) =>
  renderToStaticMarkup(
    <TextEditor
      {...{ id: 'e', label: 'Text of a.yaml', text, problems, describedBy: 'p', field: { current: null } }}
      onChange={() => {}}
      onSave={() => {}}
    />,
  );

test('the text has numbered lines, and what is wrong stands beside its line', () => {
  const drawn = editor('name: a\nnext: kepe');
  expect(drawn).toContain('1\n2</div>');
  expect(drawn).toContain('calc(8px + 1 * var(--line))');
  expect(drawn).toContain('node &quot;a&quot; points to unknown node &quot;kepe&quot;; did you mean &quot;keep&quot;?');
  expect(drawn).toContain('aria-invalid="true"');
});

test('a plain form sends the text even before scripts come', () => {
  expect(editor('name: a')).toMatch(/<textarea[^>]*name="source"[^>]*>name: a<\/textarea>/);
});

test('a problem in a line that is no longer there is not drawn beside another', () => {
  expect(editor('name: a')).not.toContain('calc(8px + 1');
});

const list = (found: Problem[], note: string | null) =>
  renderToStaticMarkup(<ProblemList id="p" problems={found} note={note} onGo={() => {}} />);

test('problems are counted and listed with their place and suggestion; none is said too', () => {
  const drawn = list(problems, null);
  expect(drawn).toContain('1 error');
  expect(drawn).toMatch(/line 2.*column 7.*did you mean/);
  expect(list([], null)).toContain('No problems');
  expect(list([], 'Checking…')).toContain('Checking…');
});

test('a text that is not saved yet is told with its name, its format and the size of its graph', () => {
  const checked = { ok: true, format: 'tasks', name: 'Greeting', nodes: 3, problems: [] };
  const drawn = renderToStaticMarkup(<TextFacts checked={checked} />);
  for (const words of ['Greeting', 'tasks', '3 nodes']) expect(drawn).toContain(words);
  expect(renderToStaticMarkup(<TextFacts checked={{ ...checked, format: 'gatehouse' }} />)).toContain('native');
});
