import { expect, test } from 'vitest';
import type { RunEvent } from '#lib/engine/events.ts';
import { eventTone } from './event-tone.ts';

test('a check that must hold and does not is an error; one that only warns is not', () => {
  const check = (on_fail: string) =>
    ({
      seq: 1,
      at: '',
      type: 'check_evaluated',
      data: { name: 'x', verdict: 'fail', on_fail, reason: null },
    }) as RunEvent;
  expect(eventTone(check('fail'))).toBe('text-failed');
  expect(eventTone(check('warn'))).not.toBe('text-failed');
});
