import { expect, test } from 'vitest';
import type { Gate } from '../../engine/events.ts';
import { checkAnswer } from './check-answer.ts';

const option = (id: string) => ({ id, label: id, description: null, style: 'normal' as const, leads_to: '' });
const field = (name: string, type: string, more: Partial<Gate['fields'][number]> = {}) => ({
  name,
  type,
  label: name,
  description: null,
  required: false,
  required_for: [],
  ...more,
});

function gateOf(fields: Gate['fields'], purpose: Gate['purpose'] = 'node'): Gate {
  return {
    id: 'g1',
    node: 'ask',
    visit: 1,
    purpose,
    kind: 'form',
    slot: 'self',
    message: '',
    options: [option('submit'), option('allow')],
    fields,
    show: [],
    assignees: [],
    opened_at: '',
    expires_at: null,
    expires_then: null,
  };
}

test('a field that is left out has the value that it was offered with; one that was wiped out has none', () => {
  const gate = gateOf([field('count', 'integer', { default: 3, required: true })]);
  expect(checkAnswer(gate, 'submit', {})).toEqual({ count: 3 });
  expect(() => checkAnswer(gate, 'submit', { count: null })).toThrow('count is needed');
  expect(checkAnswer(gateOf([field('note', 'text', { default: null })]), 'submit', {})).toEqual({});
});

test('a value may be given as its text, as in a form and in the inputs of a run', () => {
  const gate = gateOf([field('n', 'number'), field('yes', 'boolean'), field('all', 'list')]);
  expect(checkAnswer(gate, 'submit', { n: '1.5', yes: 'true', all: 'a\nb' })).toEqual({
    n: 1.5,
    yes: true,
    all: ['a', 'b'],
  });
  expect(() => checkAnswer(gate, 'submit', { n: 'many' })).toThrow('n must be a number');
});

test('a tool is called with named values and nothing else', () => {
  const gate = gateOf([field('arguments', 'json', { default: { path: 'a' } })], 'tool');
  expect(checkAnswer(gate, 'allow', {})).toEqual({ arguments: { path: 'a' } });
  expect(() => checkAnswer(gate, 'allow', { arguments: ['a'] })).toThrow('must be a JSON object');
  expect(() => checkAnswer(gate, 'allow', { arguments: null })).toThrow('must be a JSON object');
});
