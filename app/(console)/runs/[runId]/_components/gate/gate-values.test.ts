import { expect, test } from 'vitest';
import { type GateField, gateValues, isOwnWords, missingFields } from './gate-values.ts';

const field = (name: string, type: string, more: Partial<GateField> = {}): GateField => ({
  name,
  type,
  label: name,
  description: null,
  required: false,
  required_for: [],
  ...more,
});

function form(entries: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(entries)) data.set(`values.${name}`, value);
  return data;
}

test('texts get the type of their field and empty ones are left out', () => {
  const fields = [
    field('n', 'number'),
    field('b', 'boolean'),
    field('l', 'list'),
    field('j', 'json'),
    field('s', 'string'),
  ];
  const values = gateValues(form({ n: '1.5', l: 'a\n\n b ', j: '{"x":1}', s: '' }), { purpose: 'node', fields }, 'yes');
  expect(values).toEqual({ n: 1.5, b: false, l: ['a', 'b'], j: { x: 1 } });
});

test('text that is no JSON names its field', () => {
  expect(() => gateValues(form({ j: '{' }), { purpose: 'node', fields: [field('j', 'json')] }, 'yes')).toThrow(
    'j is not JSON: ',
  );
});

test('the arguments of a call that is denied do not matter', () => {
  const fields = [field('arguments', 'json')];
  expect(() => gateValues(form({ arguments: '{' }), { purpose: 'tool', fields }, 'allow')).toThrow('is not JSON');
  expect(gateValues(form({ arguments: '{' }), { purpose: 'tool', fields }, 'deny')).toEqual({});
});

test('a field required for one option is missing only when that option is chosen', () => {
  const note = field('note', 'text', { required_for: ['no'] });
  expect(missingFields(form({ note: ' ' }), [note], 'no')).toEqual([note]);
  expect(missingFields(form({ note: '' }), [note], 'yes')).toEqual([]);
});

test('only the field that the answer in one’s own words needs waits for that answer', () => {
  expect(isOwnWords(field('text', 'text', { required_for: ['other'] }))).toBe(true);
  expect(isOwnWords(field('text', 'text', { required_for: ['other', 'no'] }))).toBe(false);
  expect(isOwnWords(field('text', 'text', { required: true, required_for: ['other'] }))).toBe(false);
});

test('arguments that were wiped out are told, so that the server does not take the ones that were shown', () => {
  const fields = [field('arguments', 'json', { default: { path: 'a' } })];
  expect(gateValues(form({ arguments: ' \n' }), { purpose: 'tool', fields }, 'allow')).toEqual({ arguments: null });
});
