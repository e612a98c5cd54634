import { expect, test } from 'vitest';
import { broken, ok, type WalkOptions, walkRun } from '../../testing/engine/walk.ts';
import { innermost } from './branch-bodies.ts';
import { emptyTimeline, foldTimeline } from './timeline.ts';
import { asTheyBegin, isAt, type OpenRows, rowPlan, timelineRows } from './timeline-rows.ts';

function rowsOf(nodes: string, options: WalkOptions = {}, open: OpenRows = asTheyBegin) {
  const walk = walkRun(nodes, options);
  const timeline = foldTimeline(emptyTimeline, walk.events);
  return timelineRows(rowPlan(walk.graph), walk.state, timeline, open);
}

const story = (rows: ReturnType<typeof rowsOf>) =>
  rows.map(({ depth, label, status }) => `${'  '.repeat(depth)}${label} ${status}`);

//  split ─┬─ left: a ─ b ─┬─ done
//        └─ right: c ────┘
const split = `
  split: { type: parallel, branches: { left: a, right: c }, next: done }
  a: { type: cli, command: ["true"] }
  b: { type: cli, command: ["true"], enabled: false, next: join }
  c: { type: wait, signal: go, next: join }
  done: { type: end }`;

test('branches stand under their split, each with what it walks', () => {
  expect(story(rowsOf(split))).toEqual([
    'split waiting',
    '  left skipped',
    '    a completed',
    '    b skipped',
    '  right · c waiting',
    'done pending',
  ]);
});

test('a branch that is not waited for any more is cancelled, also where it only waited', () => {
  const rows = rowsOf(`
  split: { type: parallel, join: any, branches: { left: a, right: c, far: ask }, next: done }
  a: { type: cli, command: ["true"], next: join }
  c: { type: wait, signal: go, next: join }
  ask: { type: gate, kind: approval, message: Go on?, next: join }
  done: { type: end }`);
  expect(story(rows)).toEqual([
    'split completed',
    '  left · a completed',
    '  right · c cancelled',
    '  far · ask cancelled',
    'done completed',
  ]);
  expect(rows[0]?.group?.counts).toBe('1 completed · 2 cancelled');
  expect(rows.every(({ bars }) => bars.every(({ end }) => end !== null))).toBe(true);
});

const items = (count: number) => `
  each: { type: map, items: [${Array.from({ length: count }, (_, index) => `item${index}`)}], body: work, next: done }
  work: { type: cli, command: ["true"], on_failure: skip, next: join }
  done: { type: end }`;

test('the items of a map have a row each, with their number, and its own visit', () => {
  const rows = rowsOf(items(3), { outcome: ({ visit }) => (visit === 2 ? broken() : ok()) });
  expect(story(rows)).toEqual([
    'each completed',
    '  0 · item0 · work completed',
    '  1 · item1 · work skipped',
    '  2 · item2 · work completed',
    'done completed',
  ]);
  expect(rows.filter((row) => isAt(row, { node: 'work', visit: 2 })).map(({ label }) => label)).toEqual([
    '1 · item1 · work',
  ]);
});

test('more than twenty items begin folded, with a count of how they stand, and open when asked', () => {
  const folded = rowsOf(items(25));
  expect(folded.map(({ label }) => label)).toEqual(['each', 'done']);
  expect(folded[0]?.group).toEqual({ holds: 'Branches', isOpen: false, counts: '25 completed' });
  expect(rowsOf(items(25), {}, { all: null, byKey: new Map([['each', true]]) })).toHaveLength(27);
  expect(rowsOf(items(25), {}, { all: true, byKey: new Map() })).toHaveLength(27);
});

//  split ─┬─ left: each ─ (work) × 2 ─┬─ done
//        └─ right: c ────────────────┘
test('a split inside a branch stands in that branch, with branches of its own', () => {
  const rows = rowsOf(`
  split: { type: parallel, branches: { left: each, right: c }, next: done }
  each: { type: map, items: [x, y], body: work, next: kept }
  work: { type: cli, command: ["true"], next: join }
  kept: { type: cli, command: ["true"], next: join }
  c: { type: cli, command: ["true"], next: join }
  done: { type: end }`);
  expect(story(rows)).toEqual([
    'split completed',
    '  left completed',
    '    each completed',
    '      0 · x · work completed',
    '      1 · y · work completed',
    '    kept completed',
    '  right · c completed',
    'done completed',
  ]);
});

//  again ─ work ─ each ─ (piece) × 2 ─ back
//    └────────────────────────────────────┘ × 2
test('a loop holds what its rounds walk, and folds into the strip of them', () => {
  const nodes = `
  again: { type: loop, body: work, done: done, max: 2 }
  work: { type: cli, command: ["true"], on_failure: late }
  each: { type: map, items: [x, y], body: piece, next: back }
  piece: { type: cli, command: ["true"], next: join }
  back: { type: end_loop, loop: again }
  late: { type: cli, command: ["true"], next: done }
  done: { type: end }`;
  const rows = rowsOf(nodes);
  expect(story(rows)).toEqual([
    'again completed',
    '  work completed',
    '  each completed',
    '    0 · x · piece completed',
    '    1 · y · piece completed',
    '  back completed',
    'late pending',
    'done completed',
  ]);
  expect(rows.map(({ parent }) => parent)).toEqual([null, 'again', 'again', 'each', 'each', 'again', null, null]);
  const folded = rowsOf(nodes, {}, { all: false, byKey: new Map() });
  expect(folded.map(({ label }) => label)).toEqual(['again', 'late', 'done']);
  expect(folded[0]?.rounds.map(({ visit }) => visit)).toEqual([1, 2]);
});

test('a loop in a loop stands in it, and nothing is ever inside itself', () => {
  const nested = rowsOf(`
  outer: { type: loop, body: inner, done: done, max: 1 }
  inner: { type: loop, body: work, done: out, max: 1 }
  work: { type: cli, command: ["true"], on_failure: out }
  back: { type: end_loop, loop: inner }
  out: { type: end_loop, loop: outer }
  done: { type: end }`);
  expect(nested.map(({ depth, label }) => `${depth} ${label}`)).toEqual([
    '0 outer',
    '1 inner',
    '2 work',
    '2 back',
    '1 out',
    '0 done',
  ]);
  const crossed = innermost([
    { around: 'a', nodes: new Set(['b', 'c']) },
    { around: 'b', nodes: new Set(['a']) },
  ]);
  expect([...crossed].sort()).toEqual([
    ['a', 'b'],
    ['c', 'a'],
  ]);
});

//  again ─ work ─ back
//    └──────────────┘ × 3
test('a loop marks the rounds in which something failed and leads to the first of them', () => {
  const [loop] = rowsOf(
    `
  again: { type: loop, body: work, done: done, max: 3 }
  work: { type: cli, command: ["true"], on_failure: skip }
  back: { type: end_loop, loop: again }
  done: { type: end }`,
    {
      outcome: ({ visit }) => (visit > 1 ? broken() : ok()),
      during: (walk) => {
        walk.now = new Date(Date.parse(walk.now) + 1000).toISOString();
      },
    },
  );
  expect(loop?.rounds.map(({ visit, kind }) => [visit, kind])).toEqual([
    [1, 'completed'],
    [2, 'failed'],
    [3, 'failed'],
  ]);
  expect(loop?.failure).toMatchObject({ node: 'work', visit: 2, round: { visit: 2 } });
});

test('U24 every row of a map can be come to: what has not begun is no visit of its own, a folded item stands for its last', () => {
  const nodes = `
  each: { type: map, items: [x, y, z], limit: 1, body: a, next: done }
  a: { type: cli, command: ["true"] }
  b: { type: wait, signal: go, next: join }
  done: { type: end }`;
  const open = rowsOf(nodes);
  const waiting = open.filter(({ kind, node, visit }) => kind === 'node' && node === 'a' && visit === null);
  expect(waiting).toHaveLength(2);
  expect(waiting.some((row) => isAt(row, { node: 'a', visit: 1 }))).toBe(false);
  const folded = rowsOf(nodes, {}, { all: false, byKey: new Map([['each', true]]) }).filter(
    ({ kind }) => kind === 'branch',
  );
  expect(folded.map((row) => isAt(row, { node: 'b', visit: 1 }))).toEqual([true, false, false]);
  expect(open.filter(({ kind }) => kind === 'branch').some((row) => isAt(row, { node: 'b', visit: 1 }))).toBe(false);
});
