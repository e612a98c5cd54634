// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are workflow templates
import { expect, test } from 'vitest';
import { action } from './action.ts';
import { decideOver } from './test-context.ts';

const effects = (list: unknown[]) => action.fields.parse({ do: list });

test('each effect becomes one change, in order, and later ones see earlier ones', () => {
  const fields = effects([
    { type: 'set_state', field: 'phase', value: 'review' },
    { type: 'compute', expression: 'n + 1', store_as: 'next' },
    { type: 'compute', expression: 'computed.next * 2', store_as: 'computed.double' },
    { type: 'set_flag', flag: 'done', value: '${n == 1}' },
    { type: 'set_flag', flag: 'seen' },
  ]);
  expect(action.decide?.(fields, decideOver({ n: 1 }))).toMatchObject({
    kind: 'complete',
    changes: [
      { op: 'set', path: 'phase', value: 'review' },
      { op: 'set', path: 'computed.next', value: 2 },
      { op: 'set', path: 'computed.double', value: 4 },
      { op: 'set', path: 'flags.done', value: true },
      { op: 'set', path: 'flags.seen', value: true },
    ],
  });
});

test('the first failure stops, names its place and the path, and keeps what was done before it', () => {
  const fields = effects([
    { type: 'set_flag', flag: 'on' },
    { type: 'compute', expression: 'computed.none', store_as: 'x' },
    { type: 'set_flag', flag: 'off' },
  ]);
  expect(action.decide?.(fields, decideOver({}))).toMatchObject({
    kind: 'fail',
    error: { code: 'effect_failed', message: expect.stringMatching(/^do\[1\] compute: .*computed\.none/) },
    changes: [{ op: 'set', path: 'flags.on', value: true }],
  });
});

test('it says which data it writes and which fields are expressions', () => {
  const fields = effects([
    { type: 'set_flag', flag: 'on' },
    { type: 'compute', expression: '1', store_as: 'x' },
  ]);
  expect(action.writes?.(fields)).toEqual(['flags.on', 'computed.x']);
  expect(action.expressions?.(fields)).toEqual([{ path: ['do', 1, 'expression'], text: '1' }]);
});

test('an empty list and an unknown effect are refused', () => {
  expect(action.fields.safeParse({ do: [] }).success).toBe(false);
  expect(action.fields.safeParse({ do: [{ type: 'erase_everything' }] }).success).toBe(false);
});
