import { expect, test } from 'vitest';
import { decideOver } from '../testing/nodes/node-context.ts';
import { checkpoint } from './checkpoint.ts';

test('a checkpoint is named after its node and labelled in words', () => {
  const fields = checkpoint.fields.parse({ label: 'Round ${n}' });
  expect(checkpoint.decide?.(fields, decideOver({ n: 2 }))).toEqual({
    kind: 'checkpoint',
    name: 'probe',
    label: 'Round 2',
  });
  expect(checkpoint.decide?.(checkpoint.fields.parse({}), decideOver({}))).toMatchObject({ label: 'Probe' });
});

test('with auto_continue: false it also asks Continue / Pause / Abort', () => {
  const decision = checkpoint.decide?.(checkpoint.fields.parse({ auto_continue: false }), decideOver({}));
  expect(decision).toMatchObject({
    kind: 'checkpoint',
    gate: { kind: 'question', options: [{ id: 'continue' }, { id: 'pause' }, { id: 'abort' }] },
  });
});
