import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ErrorSection } from './error-section.tsx';

const parts = (page: string) =>
  [...page.matchAll(/<summary[^>]*>.*?<\/svg>(.*?)<\/summary>/g)].map(([, words]) => words);

test('U4 what a failed command printed stands below its error, errors first, and says which end of it that is', () => {
  const stdout = `[the beginning is in the logs]\n${'line\n'.repeat(3000)}FATAL: out of memory\n`;
  const error = { code: 'exit_code', message: 'ended with code 3', details: { stdout, stderr: 'one', exit_code: 3 } };
  const page = renderToStaticMarkup(<ErrorSection error={error} />);
  expect(parts(page)).toEqual([
    expect.stringMatching(/^Error<span.*>exit_code</),
    'Standard error',
    expect.stringMatching(/^Standard output<span.*>the end of it</),
  ]);
  expect(page.match(/FATAL: out of memory/g)).toHaveLength(1);
  expect(page).toMatch(/<pre[^>]*aria-label="Standard output"[^>]*max-h-64/);
});

test('an error without details says what it says', () => {
  const page = renderToStaticMarkup(<ErrorSection error={{ code: 'x', message: 'no' }} />);
  expect(parts(page)).toHaveLength(1);
  expect(renderToStaticMarkup(<ErrorSection error={null} />)).toBe('');
});
