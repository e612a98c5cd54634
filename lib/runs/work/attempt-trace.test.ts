import { expect, test } from 'vitest';
import { createRunSecrets, newMarker } from '../../secrets/run-secrets.ts';
import { createAttemptTrace } from './attempt-trace.ts';

const keys = { node: 'work', visit: 1, attempt: 1 };

test('a secret that is printed in two pieces is found, each stream for itself', async () => {
  const secrets = createRunSecrets([{ name: 'key', marker: newMarker('key'), value: 'hunter2-hunter2' }]);
  const trace = createAttemptTrace(keys, async () => {}, secrets);
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
  const trace = createAttemptTrace(keys, async () => {}, secrets);
  trace.output('stdout', 'half of it is hunter2');
  expect((await trace.end()).drafts.map(({ data }) => data)).toEqual([
    { stream: 'stdout', text: 'half of it is hunter2', offset: 0 },
  ]);
});
