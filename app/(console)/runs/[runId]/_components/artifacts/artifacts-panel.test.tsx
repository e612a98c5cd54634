import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ArtifactsPanel } from './artifacts-panel.tsx';

const file = {
  id: 'a1',
  node: 'n',
  visit: 1,
  attempt: 1,
  name: 'a.bin',
  type: 'application/zip',
  size: 1,
  sha256: '',
  seq: 1,
};
const naming = { node: (id: string) => id, option: (_gate: string, option: string) => option };
const drawn = (hasMore: boolean) =>
  renderToStaticMarkup(
    <ArtifactsPanel
      runId="r1"
      artifacts={[file]}
      rest={hasMore ? { retry: null } : null}
      naming={naming}
      onOpen={() => {}}
    />,
  );

test('where scripts cannot read the other files of a run, that is said with where they are', () => {
  expect(drawn(true)).toContain('more files than are shown');
  expect(drawn(true)).toContain('/api/runs/r1/bundle');
  expect(drawn(false)).not.toContain('more files');
});
