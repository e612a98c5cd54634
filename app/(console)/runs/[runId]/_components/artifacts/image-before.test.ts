import { expect, test } from 'vitest';
import { imageBefore } from './image-before.ts';

const image = (id: string, node: string, name: string) => ({ id, node, name });
const images = [
  image('1', 'open', 'page.png'),
  image('2', 'look', 'page.png'),
  image('3', 'look', 'menu.png'),
  image('4', 'look', 'page.png'),
  image('5', 'last', 'menu.png'),
  image('6', 'final', 'end.png'),
];
const before = (id: string) => {
  const found = images.find((one) => one.id === id);
  return found && imageBefore(images, found)?.id;
};

test('an image is compared with the one before it of the same node and name, else with the next best', () => {
  expect(['4', '3', '5', '6', '1'].map(before)).toEqual(['2', '2', '3', '5', '2']);
});

test('an only image has nothing to be compared with', () => {
  expect(imageBefore(images.slice(0, 1), image('1', 'open', 'page.png'))).toBeNull();
});
