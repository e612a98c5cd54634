import { expect, test } from 'vitest';
import { decideOver } from '../testing/nodes/node-context.ts';
import { markedFields } from './contract/marked-fields.ts';
import { gate } from './gate.ts';
import { gateSpec, nodeGateSpec, optionsOf } from './parts/gate-spec.ts';

test('a gate asks exactly what it says, unrendered', () => {
  const fields = gate.fields.parse({ kind: 'approval', message: 'Publish ${n}?' });
  expect(gate.decide?.(fields, decideOver({}))).toEqual({ kind: 'ask', gate: fields });
});

test('where answers lead are its targets', () => {
  const fields = gate.fields.parse({ kind: 'approval', on: { yes: 'push', no: 'draft' } });
  expect(markedFields(gate.fields, fields)).toEqual([
    { kind: 'target', by: 'branch', at: ['on', 'yes'], value: 'push' },
    { kind: 'target', by: 'branch', at: ['on', 'no'], value: 'draft' },
  ]);
});

test('a gate is an approval when it does not say, and comes after the work of its node', () => {
  expect(gateSpec.parse({}).kind).toBe('approval');
  expect(nodeGateSpec.parse({})).toMatchObject({ kind: 'approval', when: 'after' });
});

test('each kind has its own options; given ones keep their order and the first is the main one', () => {
  const built = (kind: 'approval' | 'info' | 'form' | 'question') => optionsOf({ kind }).map(({ id }) => id);
  expect([built('approval'), built('info'), built('form'), built('question')]).toEqual([
    ['yes', 'no'],
    ['continue'],
    ['submit'],
    [],
  ]);
  expect(
    optionsOf({
      kind: 'question',
      options: [
        { id: 'b', label: 'B' },
        { id: 'a', style: 'danger' },
      ],
    }),
  ).toEqual([
    { id: 'b', label: 'B', description: null, style: 'primary' },
    { id: 'a', label: 'a', description: null, style: 'danger' },
  ]);
});
