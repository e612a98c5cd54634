import { expect, test } from 'vitest';
import { house } from '../testing/house.ts';

test('a wake-up reaches who listens to that run and who listens to all, and nobody else', () => {
  const heard: string[] = [];
  const stops = [
    house.notifier.onRunChange('one', (id) => heard.push(`one: ${id}`)),
    house.notifier.onRunChange('two', (id) => heard.push(`two: ${id}`)),
    house.notifier.onAnyChange((id) => heard.push(`any: ${id}`)),
  ];
  house.notifier.notify('one');
  house.notifier.notify('nobody');
  expect(heard).toEqual(['one: one', 'any: one', 'any: nobody']);
  for (const stop of stops) stop();
  house.notifier.notify('one');
  expect(heard).toHaveLength(3);
  expect(house.notifier.listenerCount()).toBe(0);
});

test('a listener may leave while it is being told, and leaving twice is harmless', () => {
  const heard: string[] = [];
  const stopFirst = house.notifier.onRunChange('one', () => {
    heard.push('first');
    stopFirst();
    stopFirst();
  });
  const stopSecond = house.notifier.onRunChange('one', () => heard.push('second'));
  house.notifier.notify('one');
  house.notifier.notify('one');
  expect(heard).toEqual(['first', 'second', 'second']);
  stopSecond();
  expect(house.notifier.listenerCount()).toBe(0);
});
