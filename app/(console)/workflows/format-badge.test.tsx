import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FormatBadge } from './format-badge.tsx';

const drawn = (format: string) => renderToStaticMarkup(<FormatBadge format={format} />);

test('a file of another system is told with its format, one of ours needs no word', () => {
  expect(drawn('tasks')).toContain('>tasks<');
  expect(drawn('gatehouse')).toBe('');
});

test('a file of no format that is read is told as that', () => {
  expect(drawn('unknown')).toContain('unknown format');
});
