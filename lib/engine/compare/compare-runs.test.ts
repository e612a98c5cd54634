import { expect, test } from 'vitest';
import { ok, walkRun } from '../../testing/engine/walk.ts';
import { emptyTimeline, foldTimeline } from '../view/timeline.ts';
import { compareRuns } from './compare-runs.ts';

// check ─ yes → draft ─ over
//       └ no ────────┘
const nodes = `
  check: { type: if, condition: inputs.deep, then: draft, else: over }
  draft: { type: cli, command: [make], retry: { attempts: 2 } }
  over: { type: cli, command: [ship], next: complete }`;

function walked(deep: boolean, result: (node: string) => unknown = () => 'same') {
  const walk = walkRun(nodes, {
    head: 'inputs: { deep: { type: boolean, default: false } }',
    inputs: { deep },
    outcome: ({ node, attempt }) =>
      node === 'draft' && attempt === 1 ? { ok: false, error: { code: 'x', message: 'no' } } : ok(result(node)),
  });
  return { state: walk.state, timeline: foldTimeline(emptyTimeline, walk.events) };
}

test('what only one of two runs did stands alone, what both did stands side by side', () => {
  const { path, inputs, outputs, same } = compareRuns(walked(false), walked(true));
  expect(path?.map(({ before, after }) => [before?.node, after?.node])).toEqual([
    ['check', 'check'],
    [undefined, 'draft'],
    ['over', 'over'],
  ]);
  expect(path?.[1]?.after).toMatchObject({ visit: 1, attempts: 2, status: 'completed', ms: expect.any(Number) });
  expect(inputs).toMatchObject({ kind: 'lines', rows: [{ before: 'deep: false', after: 'deep: true' }] });
  expect(outputs).toMatchObject([{ node: 'check' }, { node: 'draft', diff: { kind: 'lines' } }]);
  expect(same).toEqual(['over']);
});

test('a run compared with one like it differs in nothing', () => {
  const { path, inputs, outputs } = compareRuns(walked(true), walked(true));
  expect(path?.every(({ before, after }) => before?.node === after?.node)).toBe(true);
  expect(inputs).toEqual({ kind: 'same' });
  expect(outputs).toEqual([]);
});

test('a run’s own id in a path is no difference', () => {
  const named = (id: string) => {
    const side = walked(true, () => ({ path: `.gatehouse/${id}/1.md` }));
    return { ...side, state: { ...side.state, run: id } };
  };
  expect(compareRuns(named('r1'), named('r2')).outputs).toEqual([]);
});

test('ways of more visits than can be told apart are not compared step by step; their data is', () => {
  const side = walked(true, (node) => `${node} gave this`);
  const bars = side.timeline.tracks.over?.bars.map((bar) => ({ ...bar, count: 40, lastVisit: 40 })) ?? [];
  const track = { ...side.timeline.tracks.over, bars } as (typeof side.timeline.tracks)[string];
  const long = { ...side, timeline: { ...side.timeline, tracks: { ...side.timeline.tracks, over: track } } };
  const compared = compareRuns(walked(true), long);
  expect(compared.path).toBeNull();
  expect(compared.outputs.map(({ node }) => node)).toEqual(['draft', 'over']);
});
