import { expect, test } from 'vitest';
import { legalIds } from './legal-ids.ts';

test('a name that can be used stays, any other becomes one that can, and no two become one', () => {
  const ids = ['plan', 'N-001', 'my task', 'my_task', 'result', '1st', 'à', ''];
  expect([...legalIds(ids)]).toEqual([
    ['plan', 'plan'],
    ['N-001', 'N-001'],
    ['my task', 'my_task_2'],
    ['my_task', 'my_task'],
    ['result', 'result_'],
    ['1st', '_1st'],
    ['à', '_'],
    ['', '__2'],
  ]);
});
