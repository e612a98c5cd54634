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

test('a text that is made to keep us busy is read as quickly as any other', () => {
  const hard = [
    `\`\`\`\n${'\n'.repeat(200_000)}x`,
    'TC-a-'.repeat(60_000),
    `Session:${'a.'.repeat(100_000)}`,
    `{${' '.repeat(200_000)}`,
  ];
  const began = performance.now();
  for (const text of hard) {
    checkAnswer({ type: 'object' }, text);
    sessionIn(text);
  }
  expect(performance.now() - began).toBeLessThan(2000);
});
