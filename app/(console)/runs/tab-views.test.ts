import { expect, test } from 'vitest';
import { tabViews } from './tab-views.ts';

test('a few views are all tabs; of many the first ones are, and the one that is looked at, in their order', () => {
  const views = Array.from({ length: 30 }, (_, index) => index + 1);
  expect(tabViews(views.slice(0, 5), () => false)).toEqual([1, 2, 3, 4, 5]);
  expect(tabViews(views, () => false)).toEqual([1, 2, 3, 4]);
  expect(tabViews(views, (view) => view === 2)).toEqual([1, 2, 3, 4]);
  expect(tabViews(views, (view) => view >= 17)).toEqual([1, 2, 3, 17]);
});
