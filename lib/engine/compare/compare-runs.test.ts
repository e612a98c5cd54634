import { expect, test } from 'vitest';
import { ok, walkRun } from '../../testing/engine/walk.ts';
import { type Bar, emptyTimeline, foldTimeline } from '../view/timeline.ts';
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

test('a step says what the models of its visit used and cost; what one has no price for is not known', () => {
  const side = walked(true);
  const call = (visit: number, cost: number | null): Bar => ({
    ...{ seq: 99, kind: 'completed' as const, visit, attempt: 1, start: 0, end: 1, note: null, position: 'main' },
    tokens: { input: 10, output: 2, cost },
  });
  const paidBy = (...calls: Bar[]) => {
    const { draft } = side.timeline.tracks;
    if (!draft) throw new Error('it was not walked');
    const tracks = { ...side.timeline.tracks, draft: { ...draft, models: { m: calls } } };
    const { path } = compareRuns(side, { ...side, timeline: { ...side.timeline, tracks } });
    return path?.find(({ after }) => after?.node === 'draft')?.after;
  };
  expect(paidBy(call(1, 0.25), call(1, 0.5), call(2, 4))).toMatchObject({ tokens: 24, cost: 0.75 });
  expect(paidBy(call(1, 0.25), call(1, null))).toMatchObject({ tokens: 24, cost: null });
  expect(paidBy()).toMatchObject({ tokens: 0, cost: 0 });
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
