import { expect, onTestFinished, test, vi } from 'vitest';
import { createRunSecrets, newMarker } from '../../secrets/run-secrets.ts';
import { createTroubles } from '../../trouble.ts';
import { createAttemptTrace } from './attempt-trace.ts';

const keys = { node: 'work', visit: 1, attempt: 1 };

test('a secret that is printed in two pieces is found, each stream for itself', async () => {
  const secrets = createRunSecrets([{ name: 'key', marker: newMarker('key'), value: 'hunter2-hunter2' }]);
  const trace = createAttemptTrace(
    keys,
    async () => {},
    () => {},
    secrets,
  );
  trace.output('message', 'I use hunter2-');
  trace.output('stdout', 'hunter2');
  trace.output('message', 'hunter2 here');
  const { drafts } = await trace.end();
  expect(drafts.map(({ data }) => data)).toEqual([
    { stream: 'message', text: 'I use [secret key] here', offset: 0 },
    { stream: 'stdout', text: 'hunter2', offset: 0 },
  ]);
});

test('what was kept back comes at the end, and nothing is kept back without a secret', async () => {
  const secrets = createRunSecrets([{ name: 'key', marker: newMarker('key'), value: 'hunter2-hunter2' }]);
  const trace = createAttemptTrace(
    keys,
    async () => {},
    () => {},
    secrets,
  );
  trace.output('stdout', 'half of it is hunter2');
  expect((await trace.end()).drafts.map(({ data }) => data)).toEqual([
    { stream: 'stdout', text: 'half of it is hunter2', offset: 0 },
  ]);
});

test('D8 what cannot be recorded is kept for the end, and however often that is, the log has one line', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const troubles = createTroubles((line) => lines.push(line));
  const flush = async () => {
    const full = new Error('The database cannot be written: the disk is full.');
    troubles.meet('database', full);
    throw full;
  };
  const trace = createAttemptTrace(keys, flush, troubles.tell);
  for (let round = 0; round < 20; round++) {
    trace.output('stdout', `${round} `);
    await vi.advanceTimersByTimeAsync(250);
  }
  const { drafts } = await trace.end();
  const said = drafts.map(({ data }) => (data as { text: string }).text).join('');
  expect(said).toBe(Array.from({ length: 20 }, (_, round) => `${round} `).join(''));
  expect(lines).toEqual(['Trouble: The database cannot be written: the disk is full.']);
});
