import { afterEach, expect, test } from 'vitest';
import { house } from '../../testing/house.ts';
import { endParseWorker, parseInWorker } from './parse-worker.ts';

const good = 'gatehouse: 1\nname: Good\nnodes:\n  a: { type: end }\n';

afterEach(() => endParseWorker(house));

test('a file is read in the thread as it is read here', async () => {
  expect(await parseInWorker(house, good)).toMatchObject({
    ok: true,
    result: { name: 'Good', nodes: 1, problems: [] },
  });
  expect(await parseInWorker(house, 'name: a\n')).toMatchObject({
    ok: true,
    result: { graph: null, problems: [{ code: 'unknown_format' }] },
  });
});

test('files that come at the same time are each answered with their own result', async () => {
  const names = ['One', 'Two', 'Three'];
  const parsed = await Promise.all(names.map((name) => parseInWorker(house, good.replace('Good', name))));
  expect(parsed.map((one) => one.ok && one.result.name)).toEqual(names);
});

test('a file that takes too long is given up, and the next one gets a new thread', async () => {
  const large = `gatehouse: 1\nname: Large\nnodes:\n${'  # \n'.repeat(80_000)}  a: { type: end }\n`;
  const [slow, next] = await Promise.all([parseInWorker(house, large, 1), parseInWorker(house, good)]);
  expect(slow).toEqual({ ok: false, reason: 'time' });
  expect(next).toMatchObject({ ok: true, result: { name: 'Good' } });
});

test('the end of the console ends a file that is being read', async () => {
  await parseInWorker(house, good);
  const reading = parseInWorker(house, `${good}${'# \n'.repeat(150_000)}`);
  const [result] = await Promise.allSettled([reading, Promise.resolve().then(() => endParseWorker(house))]);
  expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
});

test('the server goes on while a large file is read', async () => {
  await parseInWorker(house, good);
  let turns = 0;
  const reading = parseInWorker(house, `${good}${'\n'.repeat(100_000)}`).then(() => 'read');
  const turn = () => new Promise<'turn'>((resolve) => setImmediate(() => resolve('turn')));
  while ((await Promise.race([reading, turn()])) === 'turn') turns += 1;
  expect(turns).toBeGreaterThan(10);
});
