import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

test('what the server draws of a part that is loaded later is there without scripts', async () => {
  const loaded = Promise.resolve(() => <p>there</p>);
  const Part = lazyPart(() => loaded);
  await loaded;
  expect(renderToStaticMarkup(<Part />)).toContain('<p>there</p>');
});
