import { expect, test } from 'vitest';
import { checkAnswer, objectIn, sessionIn } from './model-loop-answer.ts';

test('the object that ends last in a text is found, whatever stands around it', () => {
  expect(objectIn('I looked at {"a": 1}. Result:\n```json\n{"result": "pass", "more": {"n": [1]}}\n```\n')).toEqual({
    result: 'pass',
    more: { n: [1] },
  });
  expect(objectIn('nothing } here {')).toBeNull();
  expect(objectIn('')).toBeNull();
  expect(objectIn('{'.repeat(100_000) + '}')).toEqual({});
});

test('an explicit session wins, else the first id of a session in the text', () => {
  expect(sessionIn('WFS-plan-20260101 … Session: TC-check-20260317.')).toBe('TC-check-20260317');
  expect(sessionIn('**Session:** `abc-1`')).toBe('abc-1');
  expect(sessionIn('made WFS-lite-plan-20260317 and TC-x-20260318')).toBe('WFS-lite-plan-20260317');
  expect(sessionIn('no session')).toBeNull();
});

test('an answer fits its schema as JSON, in a fence or after some words', () => {
  const schema = { type: 'array', items: { type: 'integer' } };
  expect(checkAnswer(schema, '[1, 2]')).toEqual({ ok: true, value: [1, 2] });
  expect(checkAnswer(schema, '```\n[1]\n```')).toEqual({ ok: true, value: [1] });
  expect(checkAnswer(schema, '[1.5]')).toMatchObject({ ok: false });
  expect(checkAnswer({ type: 'object' }, 'Sure: {"a": 1}')).toEqual({ ok: true, value: { a: 1 } });
  expect(checkAnswer(schema, 'none')).toEqual({ ok: false, problems: 'the answer is not JSON' });
});
