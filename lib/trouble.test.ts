import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { createTroubles } from './trouble.ts';

const began = Date.parse('2026-06-01T00:00:00.000Z');

function listening() {
  const lines: string[] = [];
  const troubles = createTroubles((line) => void lines.push(line));
  return { lines, troubles };
}

test('D8 trouble that is met a thousand times is told once when it begins and once when it is over', () => {
  const { lines, troubles } = listening();
  for (let count = 0; count < 1000; count += 1) troubles.begin('database', 'The disk is full.', { at: began + count });
  expect(lines).toEqual(['Trouble: The disk is full.']);
  expect(troubles.list()).toEqual([
    { kind: 'database', message: 'The disk is full.', since: new Date(began).toISOString(), count: 1000 },
  ]);
  troubles.end('database', began + 30_000);
  troubles.end('database', began + 40_000);
  expect(lines.slice(1)).toEqual(['Trouble is over after 30 s, met 1000 times: The disk is full.']);
  expect(troubles.list()).toEqual([]);
});

test('one good write in the middle of bad ones does not end it', () => {
  const { lines, troubles } = listening();
  troubles.begin('database', 'The disk is full.', { at: began });
  troubles.end('database', began + 4_999);
  expect(troubles.list()).toHaveLength(1);
  expect(lines).toHaveLength(1);
});

test('what no write mends stays until the console is started again', () => {
  const { troubles } = listening();
  troubles.begin('database', 'The database is damaged.', { at: began, isLasting: true });
  troubles.begin('database', 'The disk is full.', { at: began });
  troubles.end('database', began + 3_600_000);
  expect(troubles.list().map(({ message }) => message)).toEqual(['The database is damaged.']);
});

test('an error that was met as trouble is not told again by whoever it stopped; any other is', () => {
  const { lines, troubles } = listening();
  const full = new AppError('storage_full', 'The disk is full.');
  troubles.meet('database', full);
  troubles.tell('run r1 could not go on (1)', full);
  troubles.tell('run r2 could not go on (1)', new Error('a bug'));
  troubles.tell('sweeping files', Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }));
  expect(lines).toEqual([
    'Trouble: The disk is full.',
    'run r2 could not go on (1): a bug',
    'Trouble: The files of runs cannot be written: the disk is full.',
  ]);
});

test('the worst comes first, and whoever listens hears of the beginning, of other words, and of the end', () => {
  const { troubles } = listening();
  let heard = 0;
  const stop = troubles.onChange(() => (heard += 1));
  troubles.begin('space', 'Only 9 MB are free.', { at: began });
  troubles.begin('space', 'Only 9 MB are free.', { at: began });
  troubles.begin('space', 'Only 8 MB are free.', { at: began });
  troubles.begin('database', 'The disk is full.', { at: began });
  expect(troubles.list().map(({ kind }) => kind)).toEqual(['database', 'space']);
  expect(heard).toBe(3);
  troubles.end('space', began + 10_000);
  expect(heard).toBe(4);
  stop();
  troubles.end('database', began + 10_000);
  expect(heard).toBe(4);
});
