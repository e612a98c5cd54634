import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { JsonTree } from './json-tree.tsx';

test('D2 a value that is too large says how large it is, how it begins and where all of it is', () => {
  const handle = { $value: 'a'.repeat(64), bytes: 8_600_000, kind: 'list', length: 100_000, preview: '[{"id":0' };
  const page = renderToStaticMarkup(<JsonTree value={{ list: handle, code: 0 }} />);
  expect(page).toContain('Too large to show (8.2 MB, 100000 items): download');
  expect(page).toContain('[{&quot;id&quot;:0…');
  expect(page).toContain(`/values/${'a'.repeat(64)}`);
});
