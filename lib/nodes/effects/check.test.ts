import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScratchWorld, type ScratchWorld } from '../../testing/nodes/effects-world.ts';
import { action } from '../action.ts';

let world: ScratchWorld;
beforeAll(async () => {
  world = await createScratchWorld();
});
afterAll(() => world.end());

const there = { type: 'file_exists', path: 'notes/${name}.md' };
const looking = (seen: string[]) => ({
  missingOutside: async (check: { path?: string }) => {
    seen.push(check.path ?? '');
    return check.path === 'notes/a.md' ? null : `${check.path} is not there`;
  },
});

test.each([
  ['a', true],
  ['b', false],
])('whether notes/%s.md is there is kept as %s, as a flag and as a value', async (name, holds) => {
  const seen: string[] = [];
  const effects = [{ type: 'check', condition: there, set_flag: 'noted', store_as: 'computed.noted' }];
  const { values } = await world.act(effects, { name }, looking(seen) as never);
  expect(values).toEqual({ 'computed.noted': holds, 'flags.noted': holds });
  expect(seen).toEqual([`notes/${name}.md`]);
});

test('a condition about the run’s data, and one that is combined, are asked in the same way', async () => {
  const condition = { type: 'all_of', conditions: ['n > 2', there] };
  const { values } = await world.act(
    [{ type: 'check', condition, store_as: 'both' }],
    { n: 3, name: 'a' },
    looking([]) as never,
  );
  expect(values).toEqual({ 'computed.both': true });
});

test('one whose answer would be kept nowhere is refused', () => {
  const read = action.fields.safeParse({ do: [{ type: 'check', condition: 'true' }] });
  expect(read.error?.issues[0]).toMatchObject({ path: ['do', 0], message: 'must say "set_flag" or "store_as"' });
});
