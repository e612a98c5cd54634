import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

const never = new AbortController().signal;

test('so many at once, the others in the order they came', async () => {
  const slots = createSlots(2);
  const order: string[] = [];
  const take = async (name: string) => {
    const release = await slots.take(never);
    order.push(name);
    return release;
  };
  const [first, second] = [await take('a'), await take('b')];
  expect(slots.isFull()).toBe(true);
  const [third, fourth] = [take('c'), take('d')];
  second();
  second();
  const releaseThird = await third;
  expect(order).toEqual(['a', 'b', 'c']);
  first();
  (await fourth)();
  expect(order).toEqual(['a', 'b', 'c', 'd']);
  releaseThird();
  expect(slots.isFull()).toBe(false);
});

test('whoever gives up leaves the line and takes nothing with him', async () => {
  const slots = createSlots(1);
  const release = await slots.take(never);
  const impatient = new AbortController();
  const gaveUp = slots.take(impatient.signal);
  const patient = slots.take(never);
  impatient.abort(new Error('enough'));
  await expect(gaveUp).rejects.toThrow('enough');
  release();
  (await patient)();
  expect(slots.isFull()).toBe(false);
  await expect(slots.take(impatient.signal)).rejects.toThrow('enough');
});
