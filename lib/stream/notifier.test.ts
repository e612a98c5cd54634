import { expect, test } from 'vitest';
import { listenerCount, notify, onAnyChange, onRunChange } from './notifier.ts';

test('a wake-up reaches who listens to that run and who listens to all, and nobody else', () => {
  const heard: string[] = [];
  const stops = [
    onRunChange('one', (id) => heard.push(`one: ${id}`)),
    onRunChange('two', (id) => heard.push(`two: ${id}`)),
    onAnyChange((id) => heard.push(`any: ${id}`)),
  ];
  notify('one');
  notify('nobody');
  expect(heard).toEqual(['one: one', 'any: one', 'any: nobody']);
  for (const stop of stops) stop();
  notify('one');
  expect(heard).toHaveLength(3);
  expect(listenerCount()).toBe(0);
});

test('a listener may leave while it is being told, and leaving twice is harmless', () => {
  const heard: string[] = [];
  const stopFirst = onRunChange('one', () => {
    heard.push('first');
    stopFirst();
    stopFirst();
  });
  const stopSecond = onRunChange('one', () => heard.push('second'));
  notify('one');
  notify('one');
  expect(heard).toEqual(['first', 'second', 'second']);
  stopSecond();
  expect(listenerCount()).toBe(0);
});
